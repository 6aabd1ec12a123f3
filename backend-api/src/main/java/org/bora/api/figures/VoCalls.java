package org.bora.api.figures;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;
import org.bora.api.Catalogue;
import org.bora.api.Operation;

/**
 * Counts calls by virtual organisation, class of work and result. Organisations in the
 * configuration are counted by name and all others together, so callers cannot create counters. The
 * class of work replaces the operation, because a site with a dozen organisations would otherwise
 * have thousands of time series. Thread safe.
 */
public final class VoCalls {
  /** Organisations that are counted by name, at most, over all configurations of a process. */
  public static final int MOST = 200;

  /** Stands for all organisations that the configuration does not name. */
  public static final String OTHER = "other";

  /** Stands for callers without an organisation. */
  public static final String NONE = "none";

  /** Stands for the class of a call that needs no backend. */
  static final String NO_WORK = "none";

  private static final Map<String, String> WORK = work();

  private final ConcurrentMap<String, Map<String, Map<CallResult, LongAdder>>> counts =
      new ConcurrentHashMap<>();
  private volatile Set<String> named = Set.of();

  /** Calls of one organisation and one class of work with the same result. */
  public record Count(String vo, String work, CallResult result, long total) {}

  /** Starts at zero, without named organisations. */
  public VoCalls() {
    List.of(OTHER, NONE).forEach(vo -> counts.put(vo, zeros()));
  }

  private static Map<String, String> work() {
    Map<String, String> work = new HashMap<>();
    for (Operation<?, ?> operation : Catalogue.ALL) {
      work.put(operation.name(), operation.work().name().toLowerCase(Locale.ROOT));
    }
    return Map.copyOf(work);
  }

  /** No counter is created while calls are counted, so this takes no lock. */
  private static Map<String, Map<CallResult, LongAdder>> zeros() {
    Map<String, Map<CallResult, LongAdder>> zeros = new HashMap<>();
    Set<String> classes = new TreeSet<>(WORK.values());
    classes.add(NO_WORK);
    for (String work : classes) {
      Map<CallResult, LongAdder> results = new EnumMap<>(CallResult.class);
      for (CallResult result : CallResult.values()) {
        results.put(result, new LongAdder());
      }
      zeros.put(work, results);
    }
    return zeros;
  }

  /**
   * From now on these organisations have named counters, in alphabetical order up to the limit.
   * Earlier counts stay.
   */
  public synchronized void name(Set<String> vos) {
    Set<String> room = new TreeSet<>();
    for (String vo : new TreeSet<>(vos)) {
      if (counts.containsKey(vo) || counts.size() < MOST + 2) {
        counts.computeIfAbsent(vo, _ -> zeros());
        room.add(vo);
      }
    }
    named = Set.copyOf(room);
  }

  /**
   * A call has ended.
   *
   * @param vo of the caller's primary attribute
   */
  public void ended(Optional<String> vo, String operation, CallResult result) {
    String label = vo.isEmpty() ? NONE : named.contains(vo.get()) ? vo.get() : OTHER;
    counts.get(label).get(WORK.getOrDefault(operation, NO_WORK)).get(result).increment();
  }

  /** All results of each organisation and class of work that had any call. */
  public List<Count> counts() {
    List<Count> all = new ArrayList<>();
    counts.forEach(
        (vo, classes) ->
            classes.forEach(
                (work, results) -> {
                  if (results.values().stream().anyMatch(one -> one.sum() > 0)) {
                    results.forEach(
                        (result, one) -> all.add(new Count(vo, work, result, one.sum())));
                  }
                }));
    return all;
  }
}
