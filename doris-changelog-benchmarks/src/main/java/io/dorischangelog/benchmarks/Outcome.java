package io.dorischangelog.benchmarks;

/**
 * What a read came to.
 *
 * @param rows rows read
 * @param checksum sum over everything read; equal for equal reads
 */
record Outcome(long rows, long checksum) {}
