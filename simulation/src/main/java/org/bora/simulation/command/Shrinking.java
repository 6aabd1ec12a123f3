package org.bora.simulation.command;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.bora.simulation.site.Moment;
import org.bora.simulation.site.Only;
import org.bora.simulation.site.Outcome;
import org.bora.simulation.site.Site;

/**
 * Searches for a small part of a run that contradicts the same promise: less time, fewer clients,
 * fewer faults. Leaving something out changes everything after it, so the search repeats until
 * nothing more can be left out. It tries halves first.
 */
final class Shrinking {
  private static final Duration AFTERWARDS = Duration.ofSeconds(1);

  private final Function<Site.Settings, Outcome> run;
  private final BooleanSupplier goesOn;
  private Site.Settings smallest;
  private Outcome outcome;
  private int tried;

  /**
   * Begins with a run that contradicts a promise.
   *
   * @param run runs a part of it
   * @param goesOn whether there is time for another run
   */
  Shrinking(
      Site.Settings settings,
      Outcome failed,
      Function<Site.Settings, Outcome> run,
      BooleanSupplier goesOn) {
    this.run = run;
    this.smallest = settings;
    this.outcome = failed;
    this.goesOn = goesOn;
  }

  /** Returns the smallest run that was found, possibly the initial one. */
  Outcome shrink() {
    outcome
        .firstWrong()
        .map(at -> Duration.ofSeconds(at.plus(AFTERWARDS).toSeconds()))
        .filter(at -> at.compareTo(smallest.disturbed()) < 0)
        .ifPresent(at -> isEnough(smallest.disturbedFor(at)));
    fewerClients();
    fewerFaults();
    fewerClients();
    return outcome;
  }

  Site.Settings settings() {
    return smallest;
  }

  int tried() {
    return tried;
  }

  private static Set<String> promises(Outcome of) {
    return of.contradictions().stream()
        .map(text -> text.substring(0, text.indexOf(':')))
        .collect(Collectors.toSet());
  }

  private boolean isEnough(Site.Settings settings) {
    if (!goesOn.getAsBoolean()) {
      return false;
    }
    tried++;
    Outcome now = run.apply(settings);
    if (promises(now).stream().noneMatch(promises(outcome)::contains)) {
      return false;
    }
    smallest = settings;
    outcome = now;
    return true;
  }

  private void fewerClients() {
    Set<Integer> left =
        smallest
            .only()
            .clients()
            .orElseGet(
                () ->
                    IntStream.rangeClosed(1, smallest.numbers())
                        .boxed()
                        .collect(Collectors.toCollection(TreeSet::new)));
    for (Integer client : List.copyOf(left)) {
      Set<Integer> without = new TreeSet<>(left);
      without.remove(client);
      Only only = new Only(smallest.only().faults(), Optional.of(without));
      if (!without.isEmpty() && isEnough(smallest.with(only))) {
        left = without;
      }
    }
  }

  private void fewerFaults() {
    List<Integer> left = happened();
    int size = Math.max(1, left.size() / 2);
    while (!left.isEmpty() && goesOn.getAsBoolean()) {
      boolean fewer = false;
      for (int from = 0; from < left.size() && goesOn.getAsBoolean(); ) {
        List<Integer> without = new ArrayList<>(left);
        without.subList(from, Math.min(left.size(), from + size)).clear();
        Only only = new Only(Optional.of(new TreeSet<>(without)), smallest.only().clients());
        if (isEnough(smallest.with(only))) {
          left = happened();
          fewer = true;
        } else {
          from += size;
        }
      }
      if (size == 1 && !fewer) {
        return;
      }
      size = Math.max(1, size / 2);
    }
  }

  private List<Integer> happened() {
    return outcome.story().stream()
        .filter(moment -> moment.kind() == Moment.Kind.FAULT)
        .map(Moment::number)
        .toList();
  }
}
