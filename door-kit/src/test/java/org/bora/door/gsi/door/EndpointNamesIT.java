package org.bora.door.gsi.door;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.bora.door.gsi.tls.TlsSettings.EngineChoice;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The ways in which clients name the service. */
@ExtendWith(TryGrid.Extension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EndpointNamesIT {

  private GsiClient.Credential alice;
  private OpenDoor door;

  @BeforeAll
  void open(TryGrid grid) throws Exception {
    alice = GsiClient.Credential.read(grid.proxy("alice-voms"));
    door = OpenDoor.open(grid.tls(EngineChoice.AUTOMATIC), grid.trust());
  }

  @AfterAll
  void close() {
    door.close();
  }

  private GsiClient.Reply post(String target) throws Exception {
    try (GsiClient client = GsiClient.connect(door.port(), alice).send("0")) {
      return client.post(target, "ping");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/srm/managerv2",
        "/srm/managerv2/",
        "//srm/managerv2",
        "/srm//managerv2",
        "/",
        "httpg://localhost:8444",
        "httpg://localhost:8444/",
        "httpg://localhost:8444/srm/managerv2"
      })
  void isTheService(String target) throws Exception {
    GsiClient.Reply reply = post(target);

    assertEquals(200, reply.status(), reply.head());
    assertTrue(reply.body().contains("ping"), reply.body());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/srm", "/srm/managerv1", "/srm/managerv2/x", "/srm/../srm/managerv2x", "/index"})
  void isNotTheService(String target) throws Exception {
    assertEquals(404, post(target).status());
  }
}
