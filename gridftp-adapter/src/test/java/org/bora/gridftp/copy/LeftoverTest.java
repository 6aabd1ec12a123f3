package org.bora.gridftp.copy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.bora.gridftp.control.CommandAnswer;
import org.bora.gridftp.control.CommandAnswer.Given;
import org.bora.gridftp.control.CommandAnswer.Refused;
import org.bora.gridftp.copy.Leftover.Tries;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LeftoverTest {

  private static final CommandAnswer<String> REMOVED = new Given<>("removed");
  private static final CommandAnswer<String> MISSING =
      new Refused<>(500, "Command failed. : System error in unlink: No such file or directory");
  private static final CommandAnswer<String> DENIED = new Refused<>(550, "Permission denied");

  @ParameterizedTest
  @CsvSource({
    "true, UNASKED, NONE",
    "false, UNASKED, NONE",
    "true, SILENT, WHILE_IT_MAY_APPEAR",
    "false, SILENT, NONE",
    "true, REFUSED, ONE",
    "false, REFUSED, NONE",
    "true, BEGAN, ONE",
    "false, BEGAN, ONE"
  })
  void onlyWhatIsOursIsRemoved(boolean absentBefore, Transfer.Target reached, Tries tries) {
    assertEquals(tries, Leftover.tries(absentBefore, reached));
  }

  @Test
  void aFileThatAppearsLateIsRemoved() throws Exception {
    assertEquals(REMOVED, remove(Tries.WHILE_IT_MAY_APPEAR, List.of(MISSING, MISSING, REMOVED)));
  }

  @Test
  void aFileThatDoesNotAppearIsNotAwaitedLong() throws Exception {
    TimeLeft passed = new TimeLeft(Duration.ZERO);
    assertEquals(MISSING, Leftover.remove(Tries.WHILE_IT_MAY_APPEAR, () -> MISSING, passed));
  }

  @Test
  void aFileThatCannotAppearIsAskedForOnce() throws Exception {
    assertEquals(MISSING, remove(Tries.ONE, List.of(MISSING, REMOVED)));
  }

  @Test
  void whatIsRemovedOnceIsNotRemovedAgain() throws Exception {
    assertEquals(REMOVED, remove(Tries.WHILE_IT_MAY_APPEAR, List.of(REMOVED, DENIED)));
  }

  @Test
  void aRefusalIsFinal() throws Exception {
    assertEquals(DENIED, remove(Tries.WHILE_IT_MAY_APPEAR, List.of(DENIED, REMOVED)));
  }

  @Test
  void aServerSaysInItsWayThatThereIsNoFile() {
    assertTrue(new Refused<>(550, "/data/f: not found").saysNoFile());
    assertTrue(new Refused<>(500, "Command failed. : No such file or directory").saysNoFile());
    assertFalse(new Refused<>(550, "Permission denied").saysNoFile());
    assertFalse(new Refused<>(500, "SIZE not understood").saysNoFile());
  }

  /** All of these answers come well within the time. */
  private static CommandAnswer<String> remove(Tries tries, List<CommandAnswer<String>> answers)
      throws Exception {
    Queue<CommandAnswer<String>> left = new ArrayDeque<>(answers);
    return Leftover.remove(tries, left::remove, new TimeLeft(Duration.ofMinutes(1)));
  }
}
