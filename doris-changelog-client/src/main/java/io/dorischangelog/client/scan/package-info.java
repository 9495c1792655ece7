/**
 * What adapters for processing frameworks build on: plan, split and read, without store or loop.
 * Begin at {@link io.dorischangelog.client.scan.ChangelogScan}; applications use {@link
 * io.dorischangelog.client.ChangelogReader} instead.
 */
@NullMarked
package io.dorischangelog.client.scan;

import org.jspecify.annotations.NullMarked;
