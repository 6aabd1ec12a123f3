package org.bora.gridftp.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.SocketTimeoutException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class DeadlineTest {

  @Test
  void timeLeftIsNeverZeroBecauseASocketWouldWaitForEver() throws SocketTimeoutException {
    int left = Deadline.in(Duration.ofMinutes(1)).millisLeft();
    assertTrue(left > 50_000 && left <= 60_000, "left " + left);
  }

  @Test
  void aDeadlineInThePastSaysHowLongWasAllowed() {
    Deadline passed = Deadline.in(Duration.ofNanos(1));
    var timeout = assertThrows(SocketTimeoutException.class, passed::millisLeft);
    assertEquals("no answer within 0.0 s", timeout.getMessage());
  }

  @Test
  void noTimeAtAllIsAMistakeOfTheCaller() {
    assertThrows(IllegalArgumentException.class, () -> Deadline.in(Duration.ZERO));
  }
}
