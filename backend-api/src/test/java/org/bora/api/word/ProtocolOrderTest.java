package org.bora.api.word;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Clients send enums as ordinals: the order of the official contract is part of the protocol. */
class ProtocolOrderTest {

  @Test
  void permissionModesAreTheOctalDigits() {
    for (int bits = 0; bits < 8; bits++) {
      String letters =
          ((bits & 4) != 0 ? "R" : "")
              + ((bits & 2) != 0 ? "W" : "")
              + ((bits & 1) != 0 ? "X" : "");
      assertEquals(letters.isEmpty() ? "NONE" : letters, PermissionMode.ofBits(bits).name());
    }
  }

  @Test
  void statusCodesKeepTheirPlaces() {
    List<SrmStatus> order = List.of(SrmStatus.values());
    assertEquals(34, order.size());
    assertEquals(SrmStatus.SUCCESS, order.get(0));
    assertEquals(SrmStatus.INVALID_PATH, order.get(5));
    assertEquals(SrmStatus.DUPLICATION_ERROR, order.get(11));
    assertEquals(SrmStatus.SPACE_AVAILABLE, order.get(24));
    assertEquals(SrmStatus.CUSTOM_STATUS, order.get(33));
    assertEquals("SRM_FILE_BUSY", SrmStatus.FILE_BUSY.wireName());
  }
}
