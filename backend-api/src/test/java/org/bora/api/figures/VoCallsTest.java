package org.bora.api.figures;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class VoCallsTest {
  private final VoCalls calls = new VoCalls();

  @Test
  void namedOrganisationsAreCountedByNameAndAllOthersTogether() {
    calls.name(Set.of("atlas", "cms"));
    for (String vo : List.of("atlas", "lhcb", "alice", "atlas")) {
      calls.ended(Optional.of(vo), "srmLs", CallResult.DONE);
    }
    calls.ended(Optional.empty(), "srmLs", CallResult.REFUSED);
    assertEquals(
        Set.of("atlas read done 2", "other read done 2", "none read refused 1"), counted());
  }

  @Test
  void callersCannotMakeCounters() {
    calls.name(Set.of("atlas"));
    for (int i = 0; i < 10_000; i++) {
      calls.ended(Optional.of("vo-" + i), "srmLs", CallResult.DONE);
      calls.ended(Optional.of("vo-" + i), "made-up-" + i, CallResult.DONE);
    }
    assertEquals(Set.of("other read done 10000", "other none done 10000"), counted());
    assertEquals(2 * CallResult.values().length, calls.counts().size());
  }

  @Test
  void asManyAsThereIsRoomForAreCountedByNameAndOneMoreIsNot() {
    Set<String> many =
        IntStream.rangeClosed(0, VoCalls.MOST)
            .mapToObj("vo-%04d"::formatted)
            .collect(Collectors.toSet());
    calls.name(many);
    many.forEach(vo -> calls.ended(Optional.of(vo), "srmLs", CallResult.DONE));
    Set<String> labels = calls.counts().stream().map(VoCalls.Count::vo).collect(Collectors.toSet());
    Set<String> expected = new TreeSet<>(many);
    expected.remove("vo-%04d".formatted(VoCalls.MOST));
    expected.add(VoCalls.OTHER);
    assertEquals(expected, labels);

    calls.name(Set.of("one-more", "vo-0000"));
    calls.ended(Optional.of("one-more"), "srmLs", CallResult.DONE);
    assertEquals(expected.size() * CallResult.values().length, calls.counts().size());
  }

  @Test
  void whatIsNoLongerNamedKeepsItsCounterAndIsCountedWithTheOthers() {
    calls.name(Set.of("atlas"));
    calls.ended(Optional.of("atlas"), "srmRm", CallResult.DONE);
    calls.name(Set.of("cms"));
    calls.ended(Optional.of("atlas"), "srmRm", CallResult.DONE);
    assertEquals(Set.of("atlas write done 1", "other write done 1"), counted());
    calls.name(Set.of("atlas"));
    calls.ended(Optional.of("atlas"), "srmRm", CallResult.DONE);
    assertEquals(Set.of("atlas write done 2", "other write done 1"), counted());
  }

  @Test
  void theClassIsThatOfTheCatalogue() {
    calls.ended(Optional.empty(), "srmPing", CallResult.DONE);
    calls.ended(Optional.empty(), "srmPutDone", CallResult.DONE);
    calls.ended(Optional.empty(), "srmStatusOfGetRequest", CallResult.QUEUED);
    assertEquals(Set.of("none none done 1", "none long done 1", "none status queued 1"), counted());
  }

  private Set<String> counted() {
    return calls.counts().stream()
        .filter(one -> one.total() > 0)
        .map(one -> one.vo() + " " + one.work() + " " + one.result().label() + " " + one.total())
        .collect(Collectors.toSet());
  }
}
