package io.dorischangelog.client.scan;

import io.dorischangelog.client.TlsOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The options of encrypted connections, by their names. */
final class TlsKeys {
  static final String ENABLE = "doris.enable.tls";

  private static final String CA = "doris.tls.ca-certificate-path";
  private static final String CERTIFICATE = "doris.tls.client-certificate-path";
  private static final String KEY = "doris.tls.client-key-path";
  private static final String SKIP_HOST_NAME = "doris.tls.skip-hostname-verification";
  private static final String EXCLUDED = "doris.tls.excluded-protocols";

  static final Set<String> ALL = Set.of(ENABLE, CA, CERTIFICATE, KEY, SKIP_HOST_NAME, EXCLUDED);

  private TlsKeys() {}

  /**
   * What the options ask for.
   *
   * @return empty: plain text
   */
  static Optional<TlsOptions> read(Map<String, String> options) {
    if (OptionText.bool(options.getOrDefault(SKIP_HOST_NAME, "false"))) {
      throw new IllegalArgumentException(
          SKIP_HOST_NAME
              + " = 'true' is not possible: the host name is always checked; use a certificate for"
              + " the host that is connected to, or source.address-map");
    }
    if (!OptionText.bool(options.getOrDefault(ENABLE, "false"))) {
      return Optional.empty();
    }
    String ca = options.get(CA);
    TlsOptions tls =
        ca == null ? TlsOptions.trustingLikeTheJvm() : TlsOptions.trusting(Path.of(ca));
    String certificate = options.get(CERTIFICATE);
    String key = options.get(KEY);
    if (certificate != null && key != null) {
      tls = tls.withClientCertificate(Path.of(certificate), Path.of(key));
    } else if (certificate != null || key != null) {
      throw new IllegalArgumentException(
          CERTIFICATE + " and " + KEY + " are set together or not at all");
    }
    return Optional.of(withoutExcluded(tls, options));
  }

  /**
   * What the options ask for connections over MySQL's protocol, of which an offset table is
   * reached.
   *
   * @return empty: what the jdbc-url says holds
   */
  static Optional<TlsOptions> ofMysql(Map<String, String> options) {
    return excluded(options).contains("mysql") ? Optional.empty() : read(options);
  }

  private static List<String> excluded(Map<String, String> options) {
    return List.of(
        options.getOrDefault(EXCLUDED, "").toLowerCase(Locale.ROOT).split("[,;\\s]+", -1));
  }

  /** MySQL's protocol is looked at where it is spoken; Thrift is not spoken here. */
  private static TlsOptions withoutExcluded(TlsOptions tls, Map<String, String> options) {
    TlsOptions left = tls;
    for (String protocol : excluded(options)) {
      left =
          switch (protocol) {
            case "http" -> left.exceptHttp();
            case "arrowflight" -> left.exceptFlight();
            case "", "mysql", "thrift" -> left;
            default ->
                throw new IllegalArgumentException(
                    EXCLUDED
                        + ": '"
                        + protocol
                        + "' is not known; known are http, mysql, thrift and arrowflight");
          };
    }
    return left;
  }
}
