/**
 * Where a reader keeps how far it got: {@link io.dorischangelog.client.offset.OffsetStore} and the
 * stores that come with the client. Begin with {@link
 * io.dorischangelog.client.offset.FileOffsetStore}.
 */
@NullMarked
package io.dorischangelog.client.offset;

import org.jspecify.annotations.NullMarked;
