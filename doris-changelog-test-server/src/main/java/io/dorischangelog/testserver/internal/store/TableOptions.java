package io.dorischangelog.testserver.internal.store;

import io.dorischangelog.testserver.internal.engine.DorisException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The properties of a table, read and checked.
 *
 * @param written as written, those inherited from the database included
 * @param log change log
 * @param sequence sequence column
 * @param mergeOnWrite unique tables: merge on write
 */
record TableOptions(
    Map<String, String> written, LogOptions log, SequenceOptions sequence, boolean mergeOnWrite) {
  static final String MERGE_ON_WRITE = "enable_unique_key_merge_on_write";
  static final String SKIP_BITMAP = "enable_unique_key_skip_bitmap_column";

  TableOptions {
    written = Collections.unmodifiableMap(new LinkedHashMap<>(written));
  }

  static TableOptions create(
      TableDefinition definition, Map<String, String> inherited, StoreContext context) {
    Map<String, String> merged = new LinkedHashMap<>();
    String prefix = context.names().word() + ".";
    inherited.forEach(
        (key, value) -> {
          if (key.startsWith(prefix)) {
            merged.put(key, value);
          }
        });
    merged.putAll(definition.properties());
    boolean unique = definition.keys().model() == KeyModel.UNIQUE;
    boolean mow = unique && !"false".equalsIgnoreCase(merged.getOrDefault(MERGE_ON_WRITE, "true"));
    return new TableOptions(
        merged, parseLog(merged, context), SequenceOptions.parse(definition), mow);
  }

  private static LogOptions parseLog(Map<String, String> properties, StoreContext context) {
    return LogOptions.parse(properties, context.texts(), context.names().word().equals("binlog"));
  }

  /** ALTER TABLE SET. */
  TableOptions with(Map<String, String> changed, StoreContext context) {
    for (String fixed :
        new String[] {
          MERGE_ON_WRITE, SequenceOptions.TYPE_PROPERTY, SequenceOptions.COLUMN_PROPERTY
        }) {
      if (changed.containsKey(fixed)) {
        throw DorisException.of("Can not change property " + fixed);
      }
    }
    Map<String, String> merged = new LinkedHashMap<>(written);
    merged.putAll(changed);
    LogOptions changedLog = parseLog(merged, context);
    log.refuseChangeTo(changedLog, context.texts());
    return new TableOptions(merged, changedLog, sequence, mergeOnWrite);
  }

  /** ENABLE FEATURE "SEQUENCE_LOAD". */
  TableOptions withSequence(TableDefinition definition, Map<String, String> given) {
    if (sequence.present()) {
      throw DorisException.of("table already has a sequence column");
    } else if (!given.containsKey(SequenceOptions.TYPE_PROPERTY)) {
      throw DorisException.of(SequenceOptions.TYPE_PROPERTY + " must be specified");
    }
    Map<String, String> merged = new LinkedHashMap<>(written);
    merged.putAll(given);
    return new TableOptions(merged, log, SequenceOptions.parse(definition, given), mergeOnWrite);
  }

  boolean skipBitmap() {
    return "true".equalsIgnoreCase(written.get(SKIP_BITMAP));
  }

  /** As SHOW CREATE TABLE prints them, defaults included. */
  Map<String, String> describe(KeyModel model, StoreContext context) {
    Map<String, String> shown = new LinkedHashMap<>();
    String replicas = written.getOrDefault("replication_num", "1");
    shown.put("replication_allocation", "tag.location.default: " + replicas);
    shown.put("min_load_replica_num", "-1");
    shown.put("is_being_synced", "false");
    shown.put("storage_medium", "hdd");
    shown.put("storage_format", "V2");
    shown.put("inverted_index_storage_format", "V3");
    if (model == KeyModel.UNIQUE) {
      shown.put(MERGE_ON_WRITE, Boolean.toString(mergeOnWrite));
    }
    shown.put("light_schema_change", "true");
    String prefix = context.names().word() + ".";
    written.forEach(
        (key, value) -> {
          if (!key.startsWith(prefix) && !key.equals("replication_num")) {
            shown.put(key, value);
          }
        });
    shown.putAll(log.describe(context.names(), written));
    shown.put("disable_auto_compaction", written.getOrDefault("disable_auto_compaction", "false"));
    shown.put("enable_single_replica_compaction", "false");
    shown.put("group_commit_interval_ms", "10000");
    shown.put("group_commit_data_bytes", "134217728");
    return shown;
  }
}
