package org.bora.http.flow;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.bora.http.flow.Firefly.State;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports the connections of one copy: a message when one is first seen, one each minute, and one
 * at its end. Used by the thread of the copy.
 */
public final class MarkedFlows {
  private static final Logger LOG = LoggerFactory.getLogger(MarkedFlows.class);
  private static final Duration EVERY = Duration.ofMinutes(1);

  /** Between two looks at the connections, once there is one. */
  private static final Duration LOOK = Duration.ofSeconds(1);

  private final Fireflies fireflies;
  private final Optional<SciTag> tag;
  private final Supplier<List<Flow>> open;
  private final boolean inward;
  private final Instant begun;
  private final Map<Flow, Instant> told = new LinkedHashMap<>();
  private Instant looked = Instant.EPOCH;

  /**
   * @param tag of the copy; without one nothing is sent
   * @param open the present connections
   * @param inward whether this side receives the data
   */
  public MarkedFlows(
      Fireflies fireflies, Optional<SciTag> tag, Supplier<List<Flow>> open, boolean inward) {
    this.fireflies = Objects.requireNonNull(fireflies, "fireflies");
    this.tag = Objects.requireNonNull(tag, "tag");
    this.open = Objects.requireNonNull(open, "open");
    this.inward = inward;
    this.begun = fireflies.clock().instant();
  }

  private boolean isWanted() {
    return tag.isPresent() && fireflies.areWanted();
  }

  /** To be called now and then during a transfer. */
  public void look() {
    if (!isWanted()) {
      return;
    }
    Instant now = fireflies.clock().instant();
    if (!told.isEmpty() && now.isBefore(looked.plus(LOOK))) {
      return;
    }
    looked = now;
    for (Flow flow : flows()) {
      Instant last = told.get(flow);
      if (last == null || !now.isBefore(last.plus(EVERY))) {
        told.put(flow, now);
        send(last == null ? State.START : State.ONGOING, flow, now, OptionalLong.empty());
      }
    }
  }

  /** A failure to send a report does not fail the copy. */
  private List<Flow> flows() {
    try {
      return open.get();
    } catch (RuntimeException e) {
      LOG.warn("the network flows of a copy cannot be determined", e);
      return List.of();
    }
  }

  /**
   * To be called once, at the end.
   *
   * @param bytes sum of all connections
   */
  public void end(long bytes) {
    if (!isWanted()) {
      return;
    }
    Instant now = fireflies.clock().instant();
    OptionalLong ofFlow = told.size() == 1 ? OptionalLong.of(bytes) : OptionalLong.empty();
    told.keySet().forEach(flow -> send(State.END, flow, now, ofFlow));
    told.clear();
  }

  private void send(State state, Flow flow, Instant now, OptionalLong bytes) {
    fireflies.send(
        new Firefly(
            state,
            flow,
            tag.orElseThrow(),
            begun,
            now,
            inward ? bytes : OptionalLong.empty(),
            inward ? OptionalLong.empty() : bytes));
  }
}
