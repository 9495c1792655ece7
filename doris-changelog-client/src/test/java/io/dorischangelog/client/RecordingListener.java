package io.dorischangelog.client;

import io.dorischangelog.client.error.ChangelogException;
import io.dorischangelog.client.scan.ChangeWindow;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Keeps what it is told as one text per event, such as {@code gap [from, until)}. */
public final class RecordingListener implements ReaderListener {
  private final List<String> events = new ArrayList<>();

  private synchronized void add(String event) {
    events.add(event);
  }

  /** The events whose text begins so, in the order in which they came. */
  public synchronized List<String> events(String beginning) {
    return events.stream().filter(event -> event.startsWith(beginning)).toList();
  }

  @Override
  public void windowPlanned(ChangeWindow window) {
    add("planned " + window);
  }

  @Override
  public void windowRead(ChangeWindow window, long rows, Duration took) {
    add("read " + window + " " + rows);
  }

  @Override
  public void waiting(int code, String reason, Duration waited) {
    add("waiting " + code + " " + reason);
  }

  @Override
  public void retrying(int attempt, Throwable cause) {
    add("retrying " + attempt);
  }

  @Override
  public void failedOver(String from, String to) {
    add("failedOver " + from + " " + to);
  }

  @Override
  public void snapshotStarted(Instant time, boolean exact, int splits) {
    add("snapshotStarted " + time);
  }

  @Override
  public void gap(Instant from, Instant until, String reason) {
    add("gap [" + from + ", " + until + ") " + reason);
  }

  @Override
  public void loss(ChangelogException error) {
    add("loss " + error.getClass().getSimpleName());
  }

  @Override
  public void partitionsExpired(List<String> partitions, Instant from, Instant until) {
    add("partitionsExpired " + partitions + " [" + from + ", " + until + ")");
  }

  @Override
  public void schemaChanged(TableSchema before, TableSchema after) {
    add("schemaChanged " + names(before) + " -> " + names(after));
  }

  private static List<String> names(TableSchema schema) {
    return schema.columns().stream().map(column -> column.name() + " " + column.type()).toList();
  }

  @Override
  public void headroom(Duration left, Duration ttl) {
    add("headroom " + left + " of " + ttl);
  }

  @Override
  public void historyUnverified(Position from) {
    add("historyUnverified " + from);
  }

  @Override
  public void mayRepeatFold(Position from) {
    add("mayRepeatFold " + from);
  }

  @Override
  public void committed(Position position) {
    add("committed " + position);
  }
}
