package org.bora.door.gsi.door;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.security.GeneralSecurityException;
import javax.net.ssl.SSLException;
import org.bora.door.gsi.tls.TlsSettings.EngineChoice;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every credential of the try grid, over real TLS; each TLS engine passes the same suite. */
@ExtendWith(TryGrid.Extension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class CredentialsContract {

  private static final String ALICE = "/DC=test/DC=grid/OU=people/CN=Alice Test";

  /** What JSSE sends whatever its trust manager says of a client. */
  private static final String ONE_ALERT_OF_JSSE = "certificate_unknown";

  private final EngineChoice engine;
  private TryGrid grid;
  private OpenDoor door;

  CredentialsContract(EngineChoice engine) {
    this.engine = engine;
  }

  @BeforeAll
  void open(TryGrid tryGrid) throws IOException {
    grid = tryGrid;
    door = OpenDoor.open(grid.tls(engine), grid.trust());
  }

  @AfterAll
  void close() {
    door.close();
  }

  private GsiClient connect(String name) throws IOException, GeneralSecurityException {
    return GsiClient.connect(door.port(), GsiClient.Credential.read(grid.proxy(name)));
  }

  private String whoami(String name) throws IOException, GeneralSecurityException {
    try (GsiClient client = connect(name)) {
      return client.send("0").post().body();
    }
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "alice, []",
        "alice-limited, []",
        "alice-2, []",
        "alice-voms, [/testvo]",
        "alice-voms-2, [/testvo]",
        "alice-role, '[/testvo/Role=production, /testvo]'",
        "alice-prod, '[/testvo, /testvo/prod]'",
        "ac-othervo, []"
      })
  void aGoodCredentialIsItsUser(String name, String fqans) throws Exception {
    String answer = whoami(name);

    assertTrue(answer.startsWith("Known[caller=Caller[dn=" + ALICE + ", issuer="), answer);
    assertTrue(answer.contains("fqans=" + fqans + ","), answer);
    assertTrue(answer.contains("host=127.0.0.1"), answer);
    assertTrue(answer.contains("\nvirtual\n"), answer);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ac-badsig", "ac-untrusted", "ac-wronglsc", "ac-expired", "ac-stolen"})
  void attributesThatDoNotHoldAreToldNotDropped(String name) throws Exception {
    String answer = whoami(name);

    assertTrue(answer.startsWith("Rejected[dn=" + ALICE), answer);
    assertTrue(answer.contains("The VOMS attributes of testvo in your proxy do not hold"), answer);
  }

  @ParameterizedTest
  @CsvSource({
    "revoked, certificate_revoked",
    "expired, certificate_expired",
    "alice-expired, certificate_expired",
    "notyet, certificate_expired",
    "untrusted, unknown_ca",
    "alice-gt2, bad_certificate"
  })
  void aBadChainIsRefusedInTheHandshake(String name, String alert) {
    var refusal = assertThrows(SSLException.class, () -> whoami(name));

    String expected = engine == EngineChoice.BORINGSSL ? alert : ONE_ALERT_OF_JSSE;
    assertTrue(refusal.getMessage().contains(expected), refusal.getMessage());
  }

  @Test
  void theRootAtTheEndOfTheChainDoesNoHarm() throws Exception {
    GsiClient.Credential alice = GsiClient.Credential.read(grid.proxy("alice-voms"));
    try (GsiClient client = GsiClient.connect(door.port(), grid.withRoot(alice))) {
      assertEquals(200, client.send("0").post().status());
    }
  }
}
