/**
 * Reads the PEM files of TLS connections and turns them into what the HTTP client, gRPC and JDBC
 * drivers take. Begin with {@link io.dorischangelog.client.internal.tls.TlsMaterial}.
 */
@NullMarked
package io.dorischangelog.client.internal.tls;

import org.jspecify.annotations.NullMarked;
