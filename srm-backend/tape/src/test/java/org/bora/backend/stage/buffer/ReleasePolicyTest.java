package org.bora.backend.stage.buffer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.bora.backend.stage.BufferSettings;
import org.bora.backend.stage.BufferSettings.ReleaseOrder;
import org.junit.jupiter.api.Test;

class ReleasePolicyTest {
  private final ReleasePolicy policy =
      new ReleasePolicy(new BufferSettings(90, 70, ReleaseOrder.OLDEST));

  private static Occupancy of(long occupied) {
    return new Occupancy(1000, occupied);
  }

  @Test
  void nothingLeavesUntilTheHighMarkIsPassed() {
    assertFalse(policy.isOverHigh(of(900)));
    assertEquals(0, policy.toRelease(of(900)));
  }

  @Test
  void aboveTheHighMarkAllAboveTheLowOneLeaves() {
    assertTrue(policy.isOverHigh(of(901)));
    assertEquals(201, policy.toRelease(of(901)));
  }

  @Test
  void nothingLeavesForWhoFindsRoom() {
    assertEquals(0, policy.toRelease(of(850), 150));
  }

  @Test
  void whoFindsNoRoomBeginsARoundLikeAnyOther() {
    assertEquals(150, policy.toRelease(of(850), 151));
  }

  @Test
  void whoNeedsMoreThanTheLowMarkLeavesGetsMore() {
    assertEquals(350, policy.toRelease(of(850), 500));
  }

  @Test
  void aBufferThatWasMadeSmallerIsOverfullAndEmptiedLikeAnyOther() {
    assertEquals(800, policy.toRelease(of(1500)));
    assertEquals(-500, of(1500).free());
  }

  @Test
  void aBufferWithoutRoomAtAllIsEmptiedAltogether() {
    assertEquals(5, policy.toRelease(new Occupancy(0, 5)));
  }
}
