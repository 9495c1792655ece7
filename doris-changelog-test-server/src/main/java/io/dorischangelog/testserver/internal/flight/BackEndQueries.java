package io.dorischangelog.testserver.internal.flight;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.arrow.flight.CallStatus;

/**
 * What the back ends of the cluster hold for their clients: results not yet fetched, and the
 * streams that are sending. Any back end finds any result, as a real one fetches it from its
 * neighbour.
 */
public final class BackEndQueries {
  private final Map<String, BackEndQuery> waiting = new ConcurrentHashMap<>();
  private final Map<StreamSender, BackEndQuery> sending = new ConcurrentHashMap<>();

  void add(BackEndQuery query) {
    waiting.put(query.ticket().place(), query);
  }

  /** Hands a result out, once. */
  Optional<BackEndQuery> take(QueryTicket ticket) {
    return Optional.ofNullable(waiting.remove(ticket.place()));
  }

  /** Hands a result out at a front end, once, if it is to be fetched there. */
  Optional<BackEndQuery> takeAtFrontEnd(QueryTicket ticket) {
    BackEndQuery query = waiting.get(ticket.place());
    return query != null && query.atFrontEnd() ? take(ticket) : Optional.empty();
  }

  void sendingBegins(BackEndQuery query, StreamSender sender) {
    sending.put(sender, query);
  }

  void sendingEnds(StreamSender sender) {
    sending.remove(sender);
  }

  /** Drops what a session has not fetched and cuts what is on its way to it. */
  void discard(long sessionId) {
    waiting.values().removeIf(query -> query.sessionId() == sessionId);
    sending.forEach(
        (sender, query) -> {
          if (query.sessionId() == sessionId) {
            sender.stop(
                CallStatus.INTERNAL.withDescription(
                    "query "
                        + query.ticket().queryId()
                        + " was cancelled: its session went on or ended"));
          }
        });
  }
}
