package org.bora.door.gsi.door;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.time.Duration;
import org.bora.door.gsi.tls.TlsSettings.EngineChoice;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Connections that their clients keep and do not use. */
@ExtendWith(TryGrid.Extension.class)
class IdleConnectionsIT {

  private static final Duration IDLE = Duration.ofSeconds(2);

  private static OpenDoor open(TryGrid grid, EngineChoice engine) throws IOException {
    DoorSettings usual = OpenDoor.settings(Duration.ofSeconds(60));
    var settings =
        new DoorSettings(
            usual.bindAddress(),
            usual.port(),
            usual.bounds(),
            usual.acceptQueue(),
            usual.handshakeTimeout(),
            usual.delegationTimeout(),
            usual.bodyTimeout(),
            IDLE,
            usual.requestHeadBytes(),
            usual.drainTimeout());
    return OpenDoor.open(settings, grid.tls(engine), grid.trust());
  }

  /** An answer would be taken for that of the next request. */
  @ParameterizedTest
  @EnumSource
  void oneThatIsIdleForTooLongEndsWithoutAnAnswer(EngineChoice engine, TryGrid grid)
      throws Exception {
    GsiClient.Credential alice = GsiClient.Credential.read(grid.proxy("alice-voms"));
    try (OpenDoor door = open(grid, engine);
        GsiClient kept = GsiClient.connect(door.port(), alice).send("0")) {
      assertEquals(200, kept.post().status());
      assertEquals(200, kept.post().status());
      assertEquals(-1, kept.read());
      door.awaitEmpty(); // whether the client closes it or not
    }
  }
}
