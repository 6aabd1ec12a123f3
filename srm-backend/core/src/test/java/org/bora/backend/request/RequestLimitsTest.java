package org.bora.backend.request;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class RequestLimitsTest {

  @Test
  void aCallNamesSomethingAndNotTooMuch() {
    RequestLimits limits = new RequestLimits(2, 1, 1);
    assertEquals(Optional.of("the request names no file"), limits.wrong(0));
    assertEquals(Optional.empty(), limits.wrong(2));
    assertEquals(Optional.of("the request names 3 files, allowed are 2"), limits.wrong(3));
  }

  @Test
  void everyLimitHasBoundsThatItNames() {
    IllegalArgumentException wrong =
        assertThrows(IllegalArgumentException.class, () -> new RequestLimits(1, 0, 1));
    assertEquals("directory-files is 0, allowed are 1 to 1000000", wrong.getMessage());
    assertThrows(IllegalArgumentException.class, () -> new RequestLimits(1, 1, 1_000_001));
    assertThrows(IllegalArgumentException.class, () -> new RequestLimits(0, 1, 1));
  }
}
