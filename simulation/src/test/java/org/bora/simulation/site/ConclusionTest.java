package org.bora.simulation.site;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.bora.api.word.SrmStatus;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a client may conclude from an answer to srmPutDone, and what not. */
class ConclusionTest {
  private static final long NOW = 1;
  private static final long END = 2;

  private final Name name = new Name("a");
  private final List<String> wrong = new ArrayList<>();

  @BeforeEach
  void aPutIsOpen() {
    name.isOpenUntil(END);
    name.publishes("new");
  }

  private void told(SrmStatus status, Conclusion conclusion) {
    conclusion.apply(name, status, (promise, what) -> wrong.add(promise));
  }

  private static Conclusion whole() {
    return new Conclusion("new", Optional.empty(), true, true, Set.of());
  }

  private static Conclusion lost(String left) {
    return new Conclusion("new", Optional.of(left), true, true, Set.of());
  }

  @Test
  void aStoredFileIsThereAndItsNameFree() {
    told(SrmStatus.SUCCESS, whole());
    assertTrue(name.mayHold("new"));
    assertFalse(name.mayHold(Name.ABSENT));
    assertFalse(name.mayBeBusy(NOW));
    assertEquals(List.of(), wrong);
  }

  @Test
  void whatThePowerHasLeftIsStored() {
    told(SrmStatus.SUCCESS, lost("n"));
    assertTrue(name.mayHold("n"));
    assertFalse(name.mayHold("new"));
  }

  /** Found with seed 368867309686. */
  @Test
  void aPutWhoseUploadThePowerTookAwayKeepsItsNameUntilItsPinEnds() {
    told(SrmStatus.FAILURE, lost(""));
    assertFalse(name.mayHold("new"));
    assertTrue(name.mayBeBusy(NOW));
    assertFalse(name.mayBeBusy(END + 1));
    assertEquals(List.of(), wrong);
  }

  @Test
  void aPutThatEndedByItsTimeKeepsNothing() {
    told(SrmStatus.FILE_LIFETIME_EXPIRED, lost(""));
    assertFalse(name.mayBeBusy(NOW));
  }

  @Test
  void aRefusalInTimeIsWrong() {
    told(SrmStatus.ABORTED, whole());
    assertEquals(List.of("I1"), wrong);
    assertFalse(name.mayBeBusy(NOW));
  }

  @Test
  void aFullAreaRefusesTheFileAndKeepsThePut() {
    told(
        SrmStatus.NO_FREE_SPACE,
        new Conclusion("new", Optional.empty(), true, true, Set.of(SrmStatus.NO_FREE_SPACE)));
    assertFalse(name.mayHold("new"));
    assertTrue(name.mayBeBusy(NOW));
    assertEquals(List.of(), wrong);
  }

  @Test
  void anAnswerToAnEarlierCallIsWrongWhereAllWereHeard() {
    told(SrmStatus.DUPLICATION_ERROR, whole());
    assertEquals(List.of("I6"), wrong);
    told(
        SrmStatus.DUPLICATION_ERROR,
        new Conclusion("new", Optional.empty(), true, false, Set.of()));
    assertEquals(List.of("I6"), wrong);
  }
}
