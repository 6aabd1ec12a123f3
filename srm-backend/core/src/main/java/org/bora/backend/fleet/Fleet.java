package org.bora.backend.fleet;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.bora.api.figures.FleetFigures;
import org.bora.api.figures.ProcessFigures;
import org.bora.backend.database.Transactions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Stores the last report of each process of the site in the database: a frontend reports to any
 * backend, and any backend can return the reports of all. A silent process disappears after {@link
 * #SILENCE}. Thread safe; blocks briefly.
 */
public final class Fleet implements Consumer<ProcessFigures> {
  /** How long a silent process is listed. */
  public static final Duration SILENCE = Duration.ofSeconds(30);

  /** Figures that are old in five seconds are not worth a wait for a busy database. */
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private static final int MOST = 500;
  private static final int MOST_BYTES = 1 << 18;
  private static final Logger LOG = LoggerFactory.getLogger(Fleet.class);

  private final Transactions transactions;
  private final Supplier<Instant> clock;

  /** What an earlier release does not tell is 0, or nothing. */
  private final JsonMapper mapper =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES).build();

  private final FleetTable table = new FleetTable();

  /**
   * Knows no process yet.
   *
   * @param clock that all backends share
   */
  public Fleet(Transactions transactions, Supplier<Instant> clock) {
    this.transactions = Objects.requireNonNull(transactions, "transactions");
    this.clock = Objects.requireNonNull(clock, "clock");
  }

  /** A process tells of itself. */
  @Override
  public void accept(ProcessFigures figures) {
    byte[] bytes = mapper.writeValueAsBytes(figures);
    if (bytes.length > MOST_BYTES) {
      throw new IllegalArgumentException(
          figures.origin().name() + " told " + bytes.length + " bytes of itself");
    }
    String process = figures.origin().kind() + " " + figures.origin().name();
    Instant now = clock.get();
    transactions
        .within(PATIENCE)
        .run(
            sql -> {
              table.put(sql, process, bytes, now);
              table.forget(sql, now.minus(SILENCE));
              return now;
            });
  }

  /**
   * All processes that reported lately, with the time of the report by the backends' shared clock.
   * By its own wrong clock a process would seem silent, or never fall silent.
   */
  public FleetFigures all() {
    Instant now = clock.get();
    List<ProcessFigures> processes =
        transactions
            .within(PATIENCE)
            .read(sql -> table.heardSince(sql, now.minus(SILENCE), MOST, this::read))
            .stream()
            .flatMap(Optional::stream)
            .sorted(
                Comparator.comparing((ProcessFigures one) -> one.origin().kind())
                    .thenComparing(one -> one.origin().name()))
            .toList();
    return new FleetFigures(now, processes);
  }

  /** A process of another version may tell what this one does not understand. */
  private Optional<ProcessFigures> read(byte[] told, Instant at) {
    try {
      return Optional.of(mapper.readValue(told, ProcessFigures.class).heard(at));
    } catch (JacksonException | IllegalArgumentException notUnderstood) {
      LOG.debug("figures of another version are left out", notUnderstood);
      return Optional.empty();
    }
  }
}
