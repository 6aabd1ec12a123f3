package org.bora.backend.stage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.bora.backend.stage.AreaStageSettings.PutDoneAnswer;
import org.bora.backend.stage.BufferSettings.ReleaseOrder;
import org.junit.jupiter.api.Test;

class BufferSettingsTest {

  @Test
  void marksArePartsOfTheSize() {
    BufferSettings settings = new BufferSettings(80, 55, ReleaseOrder.LARGEST);
    assertEquals(80, settings.highBytes(100));
    assertEquals(55, settings.lowBytes(100));
    assertEquals(7, settings.highBytes(9));
    assertEquals(0, settings.lowBytes(1));
  }

  @Test
  void marksOfTheLargestSizesDoNotOverflow() {
    BufferSettings full = new BufferSettings(100, 99, ReleaseOrder.OLDEST);
    assertEquals(Long.MAX_VALUE, full.highBytes(Long.MAX_VALUE));
    assertTrue(full.lowBytes(Long.MAX_VALUE) > Long.MAX_VALUE / 10 * 9);
  }

  @Test
  void lowIsNotAboveHigh() {
    assertRefused(50, 51);
    assertRefused(0, 0);
    assertRefused(101, 50);
    assertRefused(50, -1);
    assertEquals(50, new BufferSettings(50, 50, ReleaseOrder.OLDEST).lowPercent());
  }

  @Test
  void whoSaysNothingOfAnAreaMeansTheDefaults() {
    AreaStageSettings said =
        new AreaStageSettings(BufferSettings.defaults(), PutDoneAnswer.AFTER_TAPE, true);
    StageSettings settings = new StageSettings(java.util.Map.of("a", said));
    assertEquals(said, settings.of("a"));
    assertEquals(AreaStageSettings.defaults(), settings.of("b"));
  }

  private static void assertRefused(int high, int low) {
    assertThrows(
        IllegalArgumentException.class,
        () -> new BufferSettings(high, low, ReleaseOrder.LEAST_RECENTLY_USED));
  }
}
