/**
 * Turns Arrow vectors as Doris sends them into the values of {@code io.dorischangelog.client}.
 * Begin at {@link io.dorischangelog.client.internal.decode.BatchDecoder}: made once per schema a
 * stream announces, it makes a {@link io.dorischangelog.client.internal.decode.ArrowChangeBatch} of
 * each set of vectors.
 */
@NullMarked
package io.dorischangelog.client.internal.decode;

import org.jspecify.annotations.NullMarked;
