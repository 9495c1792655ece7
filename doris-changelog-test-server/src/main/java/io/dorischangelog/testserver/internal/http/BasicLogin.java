package io.dorischangelog.testserver.internal.http;

import io.dorischangelog.testserver.Protocol;
import io.dorischangelog.testserver.internal.wire.FrontEndServices;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Checks the credentials that come with every HTTP call. */
final class BasicLogin {
  private static final String SCHEME = "Basic ";

  private final FrontEndServices services;

  BasicLogin(FrontEndServices services) {
    this.services = services;
  }

  /** The account, or empty if the header is missing, damaged or wrong. */
  Optional<String> user(@Nullable String header) {
    Optional<String> user = credentials(header).flatMap(this::authenticated);
    if (user.isPresent()) {
      services.calls().loginAccepted(Protocol.HTTP);
    } else {
      services.calls().loginRefused(Protocol.HTTP);
    }
    return user;
  }

  private Optional<String> authenticated(String credentials) {
    int colon = credentials.indexOf(':');
    if (colon < 0) {
      return Optional.empty();
    }
    String user = credentials.substring(0, colon);
    return services.accounts().authenticate(user, credentials.substring(colon + 1))
        ? Optional.of(user)
        : Optional.empty();
  }

  private static Optional<String> credentials(@Nullable String header) {
    if (header == null || !header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      return Optional.empty();
    }
    try {
      byte[] decoded = Base64.getDecoder().decode(header.substring(SCHEME.length()).trim());
      return Optional.of(new String(decoded, StandardCharsets.UTF_8));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
