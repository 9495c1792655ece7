package io.dorischangelog.testserver.internal.flight;

import io.dorischangelog.testserver.internal.engine.DorisException;
import io.dorischangelog.testserver.internal.engine.RowSource;
import io.dorischangelog.testserver.internal.type.ArrowBatchWriter;
import io.dorischangelog.testserver.internal.wire.CallLog;
import java.util.Optional;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.apache.arrow.flight.CallStatus;
import org.apache.arrow.flight.FlightProducer.ServerStreamListener;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends one stream as fast as the client takes it. Made on the call's own thread, because gRPC
 * accepts handlers only there, and run on another one: waiting on the call's thread would hold up
 * the very callback that is waited for.
 */
final class StreamSender {
  private static final Logger LOG = LoggerFactory.getLogger(StreamSender.class);

  private final ServerStreamListener listener;
  private final CallLog log;
  private @Nullable CallStatus stopped; // guarded by this
  private boolean cancelled; // guarded by this

  /**
   * @param log told of every batch
   */
  StreamSender(ServerStreamListener listener, CallLog log) {
    this.listener = listener;
    this.log = log;
    listener.setOnReadyHandler(this::wake);
    listener.setOnCancelHandler(this::cancel);
  }

  /**
   * Sends all rows; ends the stream in every case.
   *
   * @param batchSizes most rows of the batch that comes next
   * @param early where the stream is to fail, if it is
   */
  void send(
      Supplier<ArrowBatchWriter> open,
      RowSource rows,
      IntSupplier batchSizes,
      Optional<FlightFaults.EarlyEnd> early) {
    try (ArrowBatchWriter writer = open.get()) {
      long batchesBeforeEnd = early.map(end -> (long) end.afterBatches()).orElse(Long.MAX_VALUE);
      if (batchesBeforeEnd > 0) {
        listener.start(writer.root());
      }
      for (long sent = 0; sent < batchesBeforeEnd; sent++) {
        if (!mayGoOn() || writer.write(rows, batchSizes.getAsInt()) == 0 || !awaitReady()) {
          break;
        }
        listener.putNext();
        log.batchSent(writer.root().getRowCount(), writer.bytes());
      }
      early.map(FlightFaults.EarlyEnd::status).ifPresent(this::stop);
      finish();
    } catch (DorisException e) {
      fail(FlightErrors.streaming(e));
    } catch (RuntimeException e) {
      LOG.warn("A stream failed inside the stand-in", e);
      fail(FlightErrors.streaming(e));
    }
  }

  /** Ends the stream with a status as soon as the sending thread can. */
  synchronized void stop(CallStatus status) {
    if (stopped == null) {
      stopped = status;
    }
    notifyAll();
  }

  private synchronized void wake() {
    notifyAll();
  }

  private synchronized void cancel() {
    cancelled = true;
    notifyAll();
  }

  private synchronized boolean mayGoOn() {
    return stopped == null && !cancelled;
  }

  private synchronized boolean awaitReady() {
    while (mayGoOn() && !listener.isReady()) {
      try {
        wait();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        stopped = CallStatus.UNAVAILABLE.withDescription("the server stops");
      }
    }
    return mayGoOn();
  }

  private void finish() {
    @Nullable CallStatus status;
    synchronized (this) {
      if (cancelled) {
        return;
      }
      status = stopped;
    }
    if (status == null) {
      listener.completed();
    } else {
      listener.error(status.toRuntimeException());
    }
  }

  private synchronized void fail(RuntimeException e) {
    if (!cancelled) {
      listener.error(e);
    }
  }
}
