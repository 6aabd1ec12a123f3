package org.bora.server.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.time.Clock;
import org.bora.storage.tape.model.VirtualLibrarySettings;
import org.junit.jupiter.api.Test;

/** A server without the module of virtual libraries, as this one is. */
class TapeDriversTest {

  @Test
  void whereTheVirtualLibraryIsMissingTheStartFailsWithTheWayOut() {
    VirtualLibrarySettings volumes = VirtualLibrarySettings.defaults(Path.of("/tapes"));
    StartFailure failure =
        assertThrows(
            StartFailure.class, () -> TapeDrivers.volumes("robot", volumes, Clock.systemUTC()));
    assertEquals(
        "tape library robot: driver: virtual needs virtual-library-*.jar, which is missing among"
            + " Bora's jars; put it back, or configure driver: script or recall-table",
        failure.getMessage());
  }
}
