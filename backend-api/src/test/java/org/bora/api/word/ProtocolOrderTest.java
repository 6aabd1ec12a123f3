package org.bora.api.word;

import static org.junit.jupiter.api.Assertions.assertEquals;

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
    assertEquals(34, SrmStatus.values().length);
    assertEquals(0, SrmStatus.SUCCESS.ordinal());
    assertEquals(5, SrmStatus.INVALID_PATH.ordinal());
    assertEquals(11, SrmStatus.DUPLICATION_ERROR.ordinal());
    assertEquals(24, SrmStatus.SPACE_AVAILABLE.ordinal());
    assertEquals(33, SrmStatus.CUSTOM_STATUS.ordinal());
    assertEquals("SRM_FILE_BUSY", SrmStatus.FILE_BUSY.wireName());
  }
}
