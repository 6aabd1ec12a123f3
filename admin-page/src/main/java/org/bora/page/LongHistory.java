package org.bora.page;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.bora.api.figures.HistorySpan;
import org.bora.api.figures.HistoryStore;
import org.bora.page.SiteMoment.AreaBytes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * A day and a month of a site, in the store that all backends share. Every backend keeps a stretch
 * of five minutes when it has ended, from the moments that it has seen itself; the first one wins.
 * Stretches of two hours are made of those: also of some that ended while no backend ran. For one
 * thread at a time.
 */
final class LongHistory {
  /** How far back stretches of the month are made good. */
  private static final Duration LATE = HistorySpan.DAY.reach().minus(HistorySpan.MONTH.stretch());

  private static final Logger LOG = LoggerFactory.getLogger(LongHistory.class);

  private static final JsonMapper MAPPER =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES).build();

  private final HistoryStore store;
  private final Supplier<Map<String, AreaBytes>> areas;

  /** The stretches in which this backend looked last, each kept when the next one begins. */
  private final Map<HistorySpan, Instant> kept = new EnumMap<>(HistorySpan.class);

  /**
   * The history in the store.
   *
   * @param areas the content of the storage areas; may block, may fail
   */
  LongHistory(HistoryStore store, Supplier<Map<String, AreaBytes>> areas) {
    this.store = Objects.requireNonNull(store, "store");
    this.areas = Objects.requireNonNull(areas, "areas");
  }

  /**
   * Stores ended stretches; to be called after each observation.
   *
   * @param moments that this process has seen, the oldest first
   * @throws RuntimeException from the store; the next call tries again
   */
  void ended(Instant now, List<SiteMoment> moments) {
    once(HistorySpan.DAY, now, begin -> keepDay(begin, moments));
    once(HistorySpan.MONTH, now, this::keepMonth);
  }

  @FunctionalInterface
  private interface Keeping {
    void keep(Instant begin);
  }

  private void once(HistorySpan span, Instant now, Keeping keeping) {
    Instant begin = span.begin(now);
    if (!begin.equals(kept.get(span))) {
      keeping.keep(begin);
      kept.put(span, begin);
    }
  }

  /** The stretch before the current one. */
  private void keepDay(Instant begun, List<SiteMoment> moments) {
    Instant begin = begun.minus(HistorySpan.DAY.stretch());
    List<SiteMoment> some = moments.stream().filter(one -> in(begin, begun, one.at())).toList();
    if (!some.isEmpty()) {
      keep(HistorySpan.DAY, SiteMoment.stretch(begin, some).holding(areas()));
    }
  }

  private Map<String, AreaBytes> areas() {
    try {
      return areas.get();
    } catch (RuntimeException unanswered) {
      LOG.debug("the history lacks the storage areas of a stretch", unanswered);
      return Map.of();
    }
  }

  /** Keeps the stretches of the last day that the store does not have yet. */
  private void keepMonth(Instant begun) {
    Instant first = HistorySpan.MONTH.begin(begun.minus(LATE));
    Set<Instant> known = new HashSet<>();
    store.since(HistorySpan.MONTH, first).forEach(one -> known.add(one.start()));
    List<SiteMoment> day = since(HistorySpan.DAY, first);
    for (Instant at = first; at.isBefore(begun); at = at.plus(HistorySpan.MONTH.stretch())) {
      Instant begin = at;
      Instant end = at.plus(HistorySpan.MONTH.stretch());
      List<SiteMoment> some = day.stream().filter(one -> in(begin, end, one.at())).toList();
      if (!known.contains(begin) && !some.isEmpty()) {
        keep(HistorySpan.MONTH, SiteMoment.stretch(begin, some));
      }
    }
  }

  private static boolean in(Instant begin, Instant end, Instant moment) {
    return !moment.isBefore(begin) && moment.isBefore(end);
  }

  private void keep(HistorySpan span, SiteMoment stretch) {
    String json = MAPPER.writeValueAsString(stretch);
    if (json.length() > HistoryStore.MOST_CHARACTERS) {
      LOG.warn(
          "the history keeps no stretch of more than {} characters; that of {} has {}",
          HistoryStore.MOST_CHARACTERS,
          stretch.at(),
          json.length());
      return;
    }
    store.keep(span, stretch.at(), json);
  }

  /** The stretches that began then or later, the oldest first. */
  List<SiteMoment> since(HistorySpan span, Instant start) {
    List<SiteMoment> moments = new ArrayList<>();
    store.since(span, start).forEach(one -> read(one).ifPresent(moments::add));
    return moments;
  }

  /** A backend of another version may keep what this one does not understand. */
  private static Optional<SiteMoment> read(HistoryStore.Kept one) {
    try {
      return Optional.of(MAPPER.readValue(one.moment(), SiteMoment.class));
    } catch (JacksonException | IllegalArgumentException | NullPointerException notUnderstood) {
      LOG.debug("a stretch of another version is left out", notUnderstood);
      return Optional.empty();
    }
  }
}
