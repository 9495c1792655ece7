package io.dorischangelog.client.proof;

/**
 * What a log of consumers says.
 *
 * @param rows rows that were applied, with repeated ones
 * @param distinct rows that had to be applied: the snapshot's and all changes after it
 * @param repeated rows that were applied again after a restart
 * @param lost rows that were not applied
 */
record Verdict(long rows, long distinct, long repeated, long lost) {}
