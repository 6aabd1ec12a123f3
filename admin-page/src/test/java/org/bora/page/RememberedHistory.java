package org.bora.page;

import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.bora.api.figures.HistorySpan;
import org.bora.api.figures.HistoryStore;

/** A store in memory, which forgets nothing. */
final class RememberedHistory implements HistoryStore {
  private final Map<HistorySpan, SortedMap<Instant, String>> kept =
      new EnumMap<>(HistorySpan.class);
  private final Map<HistorySpan, Integer> keeps = new EnumMap<>(HistorySpan.class);
  boolean answers = true;

  @Override
  public void keep(HistorySpan span, Instant start, String moment) {
    requireAnswer();
    keeps.merge(span, 1, Integer::sum);
    kept.computeIfAbsent(span, _ -> new TreeMap<>()).putIfAbsent(start, moment);
  }

  @Override
  public List<Kept> since(HistorySpan span, Instant start) {
    requireAnswer();
    return kept.getOrDefault(span, new TreeMap<>()).tailMap(start).entrySet().stream()
        .map(entry -> new Kept(entry.getKey(), entry.getValue()))
        .toList();
  }

  /** How often something was to be kept. */
  int keeps(HistorySpan span) {
    return keeps.getOrDefault(span, 0);
  }

  private void requireAnswer() {
    if (!answers) {
      throw new IllegalStateException("the database does not answer");
    }
  }
}
