package io.dorischangelog.testserver.internal.store;

/**
 * One bucket of a partition.
 *
 * @param id tablet id, unique in the catalog
 * @param backEnd index of the back end that serves it, from 0; take it modulo the back ends there
 *     are
 * @param rows rows it holds now
 */
public record Tablet(long id, int backEnd, long rows) {}
