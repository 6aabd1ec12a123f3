package org.bora.door.gsi.door;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Arrays;
import org.bora.door.gsi.tls.TlsSettings.EngineChoice;
import org.bouncycastle.pkcs.PKCS10CertificationRequest;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What comes between TLS and HTTP; each TLS engine passes the same suite. */
@ExtendWith(TryGrid.Extension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class FirstByteContract {

  private static final int END = -1;

  private final EngineChoice engine;
  private GsiClient.Credential alice;
  private OpenDoor door;
  private OpenDoor impatient;

  FirstByteContract(EngineChoice engine) {
    this.engine = engine;
  }

  @BeforeAll
  void open(TryGrid grid) throws Exception {
    alice = GsiClient.Credential.read(grid.proxy("alice-voms"));
    var patient = OpenDoor.settings(Duration.ofSeconds(20));
    door = OpenDoor.open(patient, grid.tls(engine), grid.trust());
    var hasty = OpenDoor.settings(Duration.ofSeconds(4));
    impatient = OpenDoor.open(hasty, grid.tls(engine), grid.trust());
  }

  @AfterAll
  void close() {
    door.close();
    impatient.close();
  }

  private GsiClient connect() throws Exception {
    return GsiClient.connect(door.port(), alice);
  }

  private static void assertDropped(GsiClient client) {
    int octet;
    try {
      octet = client.read();
    } catch (IOException e) {
      octet = END;
    }
    assertEquals(END, octet);
  }

  @Test
  void zeroAloneInItsRecordBeginsHttpOnce() throws Exception {
    try (GsiClient client = connect()) {
      assertEquals(200, client.send("0").post().status());
      assertEquals(200, client.post().status(), "the second request has no byte before it");
    }
  }

  @Test
  void zeroAndRequestMayShareARecord() throws Exception {
    try (GsiClient client = connect()) {
      client.send(
          "0POST /srm/managerv2 HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\nhi");
      assertTrue(client.readReply().body().endsWith("\nhi"));
    }
  }

  @Test
  void aPlainHttpsClientIsServedOnTheSamePort() throws Exception {
    try (GsiClient client = connect()) {
      GsiClient.Reply reply = client.post();
      assertEquals(200, reply.status());
      assertTrue(reply.body().startsWith("Known["), reply.body());
    }
  }

  @Test
  void whoShowsNoCertificateIsToldInHttp() throws Exception {
    try (GsiClient client = GsiClient.connectAnonymously(door.port())) {
      GsiClient.Reply reply = client.post();
      assertEquals(403, reply.status());
      assertTrue(reply.body().contains("certificate or proxy is needed"), reply.body());
    }
  }

  @Test
  void theAbsoluteFormWithTheSchemeHttpgIsServed() throws Exception {
    try (GsiClient client = connect()) {
      String target = "httpg://somewhere.example:" + door.port() + "/srm/managerv2";
      assertEquals(200, client.send("0").post(target, "ping").status());
    }
  }

  @Test
  void anotherPathIsNotFoundInOneLine() throws Exception {
    try (GsiClient client = connect()) {
      GsiClient.Reply reply = client.send("0").post("/elsewhere", "ping");
      assertEquals(404, reply.status());
      assertEquals("The SRM is at /srm/managerv2\n", reply.body());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, '1', 'd', 'Z', 0x16, 0x80, 0xff})
  void anyOtherByteIsDropped(int first) throws Exception {
    try (GsiClient client = connect()) {
      assertDropped(client.send(new byte[] {(byte) first}));
    }
  }

  @Test
  void aDelegationIsCompletedAndHandedOn() throws Exception {
    try (GsiClient client = connect()) {
      byte[] request = client.send("D").readDer();
      X509Certificate proxy = Delegator.sign(alice, new PKCS10CertificationRequest(request));
      GsiClient.Reply reply = client.send(proxy.getEncoded()).post();
      assertEquals(200, reply.status());
      assertTrue(
          reply
              .body()
              .endsWith(
                  "ping\ncredential of "
                      + proxy.getSubjectX500Principal()
                      + " and "
                      + (1 + alice.chain().size())
                      + " certificates"),
          reply.body());
    }
  }

  @Test
  void aProxyInPiecesWithTheRestOfTheChainBehindItIsCompleted() throws Exception {
    try (GsiClient client = connect()) {
      byte[] request = client.send("D").readDer();
      byte[] proxy = Delegator.sign(alice, new PKCS10CertificationRequest(request)).getEncoded();
      for (byte octet : Arrays.copyOf(proxy, 5)) {
        client.send(new byte[] {octet});
      }
      client.send(Arrays.copyOfRange(proxy, 5, proxy.length));
      byte[] more = alice.chain().getFirst().getEncoded();
      client.send(Arrays.copyOf(more, 100));
      client.send(Arrays.copyOfRange(more, 100, more.length));
      assertEquals(200, client.post().status());
    }
  }

  @Test
  void aProxyForAnotherKeyIsDropped() throws Exception {
    KeyPair other = KeyPairGenerator.getInstance("RSA").generateKeyPair();
    try (GsiClient client = connect()) {
      client.send("D").readDer();
      assertDropped(client.send(Delegator.sign(alice, other.getPublic()).getEncoded()));
    }
  }

  @Test
  void aProxyOfSomebodyElseIsDropped(TryGrid grid) throws Exception {
    GsiClient.Credential bob = GsiClient.Credential.read(grid.proxy("bob"));
    try (GsiClient client = connect()) {
      byte[] request = client.send("D").readDer();
      X509Certificate proxy = Delegator.sign(bob, new PKCS10CertificationRequest(request));
      assertDropped(client.send(proxy.getEncoded()));
    }
  }

  @Test
  void aHundredMegabytesInPlaceOfAProxyAreDropped() throws Exception {
    try (GsiClient client = connect()) {
      client.send("D").readDer();
      assertDropped(client.send(new byte[] {0x30, (byte) 0x84, 6, 0, 0, 0}));
    }
  }

  @Test
  void halfADelegationEndsWithItsTime() throws Exception {
    try (GsiClient client = GsiClient.connect(impatient.port(), alice)) {
      client.send("D").readDer();
      client.send(new byte[] {0x30, (byte) 0x82});
      assertDropped(client);
    }
  }

  @Test
  void whoSaysNothingIsDroppedInTime() throws Exception {
    try (GsiClient client = GsiClient.connect(impatient.port(), alice)) {
      assertDropped(client);
    }
  }

  @Test
  void aRequestOfATooLongHeadIsAnswered() throws Exception {
    try (GsiClient client = connect()) {
      GsiClient.Reply reply = client.send("0").post("/srm/managerv2?" + "x".repeat(20_000), "");
      assertEquals(414, reply.status());
    }
  }

  @Test
  void aGt2ProxyIsRefusedUnlessASettingAllowsIt(TryGrid grid) throws Exception {
    GsiClient.Credential legacy = GsiClient.Credential.read(grid.proxy("alice-gt2"));
    assertThrows(IOException.class, () -> GsiClient.connect(door.port(), legacy));
    try (OpenDoor lenient = OpenDoor.open(grid.tls(engine), grid.trustWithLegacyProxies());
        GsiClient client = GsiClient.connect(lenient.port(), legacy)) {
      assertEquals(200, client.send("0").post().status());
    }
  }

  @Test
  void invalidAttributesCountAsNoneWhereASettingSaysSo(TryGrid grid) throws Exception {
    GsiClient.Credential stolen = GsiClient.Credential.read(grid.proxy("ac-stolen"));
    try (OpenDoor lenient = OpenDoor.open(grid.tls(engine), grid.trustIgnoringInvalidVoms());
        GsiClient client = GsiClient.connect(lenient.port(), stolen)) {
      String answer = client.send("0").post().body();
      assertTrue(answer.startsWith("Known["), answer);
      assertTrue(answer.contains("fqans=[]"), answer);
    }
  }
}
