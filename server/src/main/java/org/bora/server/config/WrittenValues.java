package org.bora.server.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.bora.backend.database.ShownUrl;

/**
 * The values of all keys as text, defaults included. Areas are listed by name, {@code
 * areas.atlas.rules}, elements of other lists by number.
 */
public record WrittenValues(SortedMap<String, Value> byKey) {

  /**
   * The texts of one key.
   *
   * @param list whether the key takes a list; any other has one text, or none
   */
  public record Value(boolean list, List<String> texts) {
    public Value {
      texts = List.copyOf(texts);
    }

    /**
     * The texts as they may be shown: an administrator may have put into a database URL what
     * belongs into a file.
     */
    public List<String> shown() {
      return texts.stream().map(ShownUrl::of).toList();
    }
  }

  public WrittenValues {
    byKey = java.util.Collections.unmodifiableSortedMap(new TreeMap<>(byKey));
  }

  /** From keys as the file has them, {@code areas[0].rules}. */
  static WrittenValues of(Map<String, Value> byPlace) {
    SortedMap<String, Value> byKey = new TreeMap<>();
    byPlace.forEach(
        (place, value) -> {
          int end = place.indexOf("].");
          if (place.startsWith("areas[") && end > 0) {
            Value name = byPlace.get(place.substring(0, end) + "].name");
            String of = name == null ? "" : String.join("", name.texts());
            byKey.put("areas." + of + place.substring(end + 1), value);
          } else {
            byKey.put(place, value);
          }
        });
    return new WrittenValues(byKey);
  }

  /** These with those of {@code next} whose keys are taken. */
  WrittenValues taking(WrittenValues next, Predicate<String> taken) {
    SortedMap<String, Value> both = new TreeMap<>(byKey);
    both.keySet().removeIf(key -> Changeable.comesAndGoes(key) && !next.byKey.containsKey(key));
    next.byKey.forEach(
        (key, value) -> {
          if (taken.test(key)) {
            both.put(key, value);
          }
        });
    return new WrittenValues(both);
  }

  /** The differences of {@code next}, in the order of the keys, without secrets. */
  public List<Difference> differences(WrittenValues next) {
    SortedMap<String, Value> all = new TreeMap<>(byKey);
    all.putAll(next.byKey);
    List<Difference> differences = new ArrayList<>();
    for (String key : all.keySet()) {
      Value before = byKey.get(key);
      Value after = next.byKey.get(key);
      if (before == null || after == null || before.list()) {
        Difference.ofLists(texts(before), texts(after))
            .forEach(text -> differences.add(new Difference(key, ShownUrl.of(text))));
      } else if (!before.texts().equals(after.texts())) {
        differences.add(new Difference(key, change(one(before), one(after))));
      }
    }
    return differences;
  }

  private static List<String> texts(Value value) {
    return value == null ? List.of() : value.texts();
  }

  private static String one(Value value) {
    return value.texts().isEmpty() ? "nothing" : String.join(", ", value.shown());
  }

  private static String change(String before, String after) {
    return before + " -> " + (before.equals(after) ? "the same with another secret" : after);
  }
}
