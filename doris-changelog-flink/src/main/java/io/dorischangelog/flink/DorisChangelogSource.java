package io.dorischangelog.flink;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.java.typeutils.ResultTypeQueryable;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.util.InstantiationUtil;
import org.jspecify.annotations.Nullable;

/**
 * Reads the rows and changes of one Doris table in a Flink job. All readers share the snapshot; one
 * of them reads the changes, in commit order. At least once: after a failure, rows behind the last
 * checkpoint come again.
 *
 * <p>Key the stream by the table's key before anything that spreads it over several tasks.
 *
 * @param <T> type of the records
 */
public final class DorisChangelogSource<T>
    implements Source<T, DorisSplit, EnumeratorState>, ResultTypeQueryable<T> {
  private static final long serialVersionUID = 1L;

  private final SourceSettings settings;
  private final ChangeConverter<T> converter;

  DorisChangelogSource(SourceSettings settings, ChangeConverter<T> converter) {
    this.settings = settings;
    this.converter = converter;
  }

  /**
   * Begins to describe a source of the records that {@code converter} makes.
   *
   * @param scan sets front ends, account and table
   */
  public static <T> DorisChangelogSourceBuilder<T> builder(
      ScanSetup scan, ChangeConverter<T> converter) {
    return new DorisChangelogSourceBuilder<>(scan, converter);
  }

  @Override
  public Boundedness getBoundedness() {
    return settings.mode().isBounded() ? Boundedness.BOUNDED : Boundedness.CONTINUOUS_UNBOUNDED;
  }

  @Override
  public SourceReader<T, DorisSplit> createReader(SourceReaderContext context) throws Exception {
    ChangeConverter<T> own =
        InstantiationUtil.clone(converter, context.getUserCodeClassLoader().asClassLoader());
    return DorisSourceReader.of(settings, own, context);
  }

  @Override
  public SplitEnumerator<DorisSplit, EnumeratorState> createEnumerator(
      SplitEnumeratorContext<DorisSplit> context) {
    return restoreEnumerator(context, EnumeratorState.unresolved());
  }

  @Override
  public SplitEnumerator<DorisSplit, EnumeratorState> restoreEnumerator(
      SplitEnumeratorContext<DorisSplit> context, EnumeratorState state) {
    return new DorisEnumerator(settings, context, publisher(), state, System::nanoTime);
  }

  private @Nullable OffsetPublisher publisher() {
    OffsetSettings offsets = settings.offsets();
    return offsets == null
        ? null
        : new OffsetPublisher(offsets.open(), offsets.consumer(), settings.scanOptions().table());
  }

  @Override
  public SimpleVersionedSerializer<DorisSplit> getSplitSerializer() {
    return new SplitSerializer();
  }

  @Override
  public SimpleVersionedSerializer<EnumeratorState> getEnumeratorCheckpointSerializer() {
    return new EnumeratorStateSerializer();
  }

  @Override
  public TypeInformation<T> getProducedType() {
    return converter.getProducedType();
  }
}
