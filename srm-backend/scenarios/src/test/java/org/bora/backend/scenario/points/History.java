package org.bora.backend.scenario.points;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.bora.backend.scenario.points.Deed.Effect;
import org.bora.backend.scenario.points.Deed.Outcome;

/**
 * What clients asked for and were told, in the order of time. The contents of all files must be
 * explained by some order of these deeds: what was acknowledged is in it, what was refused is not,
 * what was not answered may be, and what began after another was acknowledged comes after it.
 */
final class History {
  private final List<Deed> deeds = new ArrayList<>();
  private final List<String> contradictions = new ArrayList<>();
  private int clock;

  synchronized Deed begin(String what, Effect effect) {
    Deed deed = new Deed(what, ++clock, effect);
    deeds.add(deed);
    return deed;
  }

  synchronized void told(Deed deed, Outcome outcome) {
    if (outcome == Outcome.UNKNOWN || outcome == deed.outcome) {
      return;
    }
    if (deed.outcome != Outcome.UNKNOWN) {
      contradictions.add(deed.what + " was told " + deed.outcome + ", and then " + outcome);
    }
    deed.outcome = outcome;
    deed.ended = outcome == Outcome.DONE ? ++clock : Integer.MAX_VALUE;
  }

  /** From now on it can no longer happen. */
  synchronized void over(Deed deed) {
    deed.latest = ++clock;
  }

  synchronized void contradict(String what) {
    contradictions.add(what);
  }

  synchronized boolean isDecided() {
    return deeds.stream().noneMatch(deed -> deed.outcome == Outcome.UNKNOWN);
  }

  /** What does not fit; empty where everything does. */
  synchronized List<String> contradictions(Map<String, String> last) {
    List<String> all = new ArrayList<>(contradictions);
    List<Deed> possible = deeds.stream().filter(deed -> deed.outcome != Outcome.REFUSED).toList();
    if (!explains(Map.of(), possible, last, 0)) {
      all.add("no order of " + deeds + " explains that there is " + last);
    }
    return all;
  }

  private static boolean explains(
      Map<String, String> files, List<Deed> left, Map<String, String> last, int youngest) {
    if (left.stream().noneMatch(deed -> deed.outcome == Outcome.DONE) && files.equals(last)) {
      return true;
    }
    for (Deed next : left) {
      if (next.latest < youngest || left.stream().anyMatch(other -> other.ended < next.begun)) {
        continue;
      }
      Map<String, String> then = new TreeMap<>(files);
      List<Deed> others = left.stream().filter(deed -> deed != next).toList();
      if (next.effect.on(then) && explains(then, others, last, Math.max(youngest, next.begun))) {
        return true;
      }
    }
    return false;
  }
}
