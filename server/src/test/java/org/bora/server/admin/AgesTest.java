package org.bora.server.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.List;
import org.bora.admin.AdminRefusal;
import org.junit.jupiter.api.Test;

class AgesTest {
  @Test
  void lengthsOfTimeAreThoseOfTheConfiguration() throws AdminRefusal {
    assertEquals(Duration.ofSeconds(30), Ages.read("30s", 1));
    assertEquals(Duration.ofDays(1), Ages.read("1d", 1));
    for (String wrong : List.of("", "1", "h", "-1h", "25h", "1.5h", "9999999999s")) {
      assertThrows(AdminRefusal.class, () -> Ages.read(wrong, 1), wrong);
    }
  }
}
