package org.bora.door.admit;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class TransferSettingsTest {
  private static TransferSettings with(int most, long bandwidth) {
    return new TransferSettings(most, 1, 1, 1, OptionalLong.of(bandwidth));
  }

  @Test
  void anOrganisationHasNoMoreStreamsThanThereAre() {
    assertDoesNotThrow(() -> new TransferSettings(1, 1, 20, 20, OptionalLong.empty()));
    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class,
            () -> new TransferSettings(1, 1, 20, 21, OptionalLong.empty()));
    assertEquals(
        "admission.transfers.streams-per-vo is 21; allowed is 1 to admission.transfers.streams (20)",
        refused.getMessage());
  }

  @Test
  void theBandwidthHasAQuarterOfAMebibyteForEachTransfer() {
    assertDoesNotThrow(() -> with(400, 100 << 20));
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> with(400, (100 << 20) - 1));
    assertTrue(refused.getMessage().contains("admission.transfers.bandwidth"));
    assertTrue(refused.getMessage().contains("104857600 bytes"), refused::getMessage);
  }
}
