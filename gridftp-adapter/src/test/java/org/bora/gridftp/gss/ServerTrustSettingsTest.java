package org.bora.gridftp.gss;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ServerTrustSettingsTest {

  @Test
  void theDefaultIsWhereGridMachinesKeepTheirAuthorities() {
    assertEquals(
        Path.of("/etc/grid-security/certificates"), ServerTrustSettings.defaults().directory());
  }

  @Test
  void aReloadThatWouldMissRevocationsForDaysIsRefused() {
    var refusal =
        assertThrows(
            IllegalArgumentException.class,
            () -> new ServerTrustSettings(Path.of("/x"), true, Duration.ofDays(2)));
    assertEquals("reload PT48H is not within PT1S to PT24H", refusal.getMessage());
  }
}
