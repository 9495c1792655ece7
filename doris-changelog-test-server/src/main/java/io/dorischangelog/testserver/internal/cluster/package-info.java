/**
 * Puts the servers of the protocols, the engine and the store together to one cluster: {@link
 * io.dorischangelog.testserver.internal.cluster.Cluster}.
 */
@NullMarked
package io.dorischangelog.testserver.internal.cluster;

import org.jspecify.annotations.NullMarked;
