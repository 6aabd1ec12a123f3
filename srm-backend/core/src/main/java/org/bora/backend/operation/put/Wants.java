package org.bora.backend.operation.put;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import org.bora.backend.allowance.Holding;
import org.bora.backend.request.AcceptedPut;
import org.bora.backend.space.Promise;
import org.bora.backend.space.SpaceBooks;

/** What puts need from spaces and areas. */
final class Wants {
  private Wants() {}

  static Optional<Promise> promise(AcceptedPut row) {
    return row.writing().terms().promise();
  }

  static List<Promise> promises(List<AcceptedPut> rows) {
    return rows.stream().flatMap(row -> promise(row).stream()).toList();
  }

  /** What a file takes of the space that it goes to. */
  static Holding ofSpace(AcceptedPut row) {
    return new Holding(1, promise(row).map(Promise::bytes).orElse(0L));
  }

  /** What a file takes of its area's own space: the bytes of a reservation are its owner's. */
  static Holding ofArea(AcceptedPut row) {
    UUID own = SpaceBooks.ownSpace(row.area());
    return new Holding(
        1, promise(row).filter(one -> one.space().equals(own)).map(Promise::bytes).orElse(0L));
  }

  /**
   * What all of them take of quotas together, by the names of the areas that have some.
   *
   * @param merged what some of them count for instead of their parts
   */
  static Map<String, Holding> ofQuotas(
      List<AcceptedPut> rows, Map<UUID, Holding> merged, Predicate<String> limited) {
    Map<String, Holding> wanted = new HashMap<>();
    for (AcceptedPut row : rows) {
      Holding more = ofSpace(row).beyond(merged.getOrDefault(row.id(), Holding.NONE));
      if (limited.test(row.area()) && !more.equals(Holding.NONE)) {
        wanted.merge(row.area(), more, Holding::plus);
      }
    }
    return wanted;
  }

  /** What all of them take together, by the names of the areas. */
  static Map<String, Holding> ofAreas(List<AcceptedPut> rows) {
    Map<String, Holding> wanted = new HashMap<>();
    rows.forEach(row -> wanted.merge(row.area(), ofArea(row), Holding::plus));
    return wanted;
  }
}
