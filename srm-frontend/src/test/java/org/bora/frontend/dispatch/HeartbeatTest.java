package org.bora.frontend.dispatch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.bora.frontend.dispatch.Heartbeat.Word;
import org.junit.jupiter.api.Test;

class HeartbeatTest {

  private final Heartbeat heartbeat = new Heartbeat(3, 2);

  @Test
  void oneGoodAnswerIsEnoughAtFirst() {
    assertFalse(heartbeat.isServing());
    assertTrue(heartbeat.look(), "it is asked");
    heartbeat.answered(Word.SERVES);
    assertTrue(heartbeat.isServing());
  }

  @Test
  void silenceIsCountedInLooksAndNothingIsAskedMeanwhile() {
    assertTrue(heartbeat.look());
    for (int look = 0; look < 3; look++) {
      assertFalse(heartbeat.isSilent(), "look " + look);
      assertFalse(heartbeat.look(), "the answer is outstanding");
    }
    assertTrue(heartbeat.isSilent());
  }

  @Test
  void aLateAnswerEndsTheSilence() {
    heartbeat.look();
    heartbeat.look();
    heartbeat.look();
    heartbeat.answered(Word.SERVES);
    assertTrue(heartbeat.look(), "it is asked again");
    heartbeat.look();
    heartbeat.look();
    assertFalse(heartbeat.isSilent(), "looks before the answer do not count");
  }

  @Test
  void afterASilenceSeveralGoodAnswersInARowAreNeeded() {
    answer(Word.SERVES);
    heartbeat.gaveUp();
    answer(Word.SERVES);
    assertFalse(heartbeat.isServing());
    answer(Word.LEAVES);
    answer(Word.SERVES);
    assertFalse(heartbeat.isServing(), "not in a row");
    answer(Word.SERVES);
    assertTrue(heartbeat.isServing());
    answer(Word.LEAVES);
    answer(Word.SERVES);
    assertTrue(heartbeat.isServing(), "the silence is forgotten");
  }

  @Test
  void aNewConnectionBeginsWithoutTheAnswersOfTheOneBefore() {
    answer(Word.SERVES);
    heartbeat.look();
    heartbeat.look();
    heartbeat.beginAnew();
    assertFalse(heartbeat.isServing());
    assertTrue(heartbeat.look());
    assertFalse(heartbeat.isSilent());
  }

  @Test
  void theLastWordSaysWhetherItIsCutOff() {
    answer(Word.LEAVES);
    assertFalse(heartbeat.isCutOff());
    answer(Word.IS_CUT_OFF);
    assertTrue(heartbeat.isCutOff());
    assertFalse(heartbeat.isServing());
    answer(Word.SERVES);
    assertFalse(heartbeat.isCutOff());
  }

  @Test
  void boundsThatMakeNoSenseAreRefused() {
    String message =
        assertThrows(IllegalArgumentException.class, () -> new Heartbeat(0, 1)).getMessage();
    assertEquals("0 looks, 1 answers", message);
    assertThrows(IllegalArgumentException.class, () -> new Heartbeat(1, 0));
  }

  private void answer(Word word) {
    heartbeat.look();
    heartbeat.answered(word);
  }
}
