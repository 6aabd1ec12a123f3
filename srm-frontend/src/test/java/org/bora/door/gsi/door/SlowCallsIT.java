package org.bora.door.gsi.door;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.bora.api.Backend;
import org.bora.api.Functions;
import org.bora.door.admit.AdmissionSettings;
import org.bora.door.admit.BoundedAdmission;
import org.bora.door.admit.turn.RetryTimes;
import org.bora.door.audit.AccessAudit;
import org.bora.door.figures.CallWatch;
import org.bora.door.gsi.tls.TlsSettings;
import org.bora.door.gsi.trust.ForgedGrid;
import org.bora.door.gsi.trust.TrustSettings;
import org.bora.frontend.soap.SoapSettings;
import org.bora.frontend.soap.SrmServlet;
import org.bouncycastle.openssl.jcajce.JcaPKCS8Generator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * As many calls as {@code admission.calls} allows are in progress at a time, however slowly they
 * come. In the build more than any pool has threads; {@code -Dbora.slow.calls=4000} for the
 * default.
 */
class SlowCallsIT {

  private static final int MANY = Integer.getInteger("bora.slow.calls", 300);
  private static final String BEGIN =
      "<e:Envelope xmlns:e=\"http://schemas.xmlsoap.org/soap/envelope/\""
          + " xmlns:s=\"http://srm.lbl.gov/StorageResourceManager\"><e:Body><s:srmPing>";
  private static final String END =
      "<srmPingRequest></srmPingRequest></s:srmPing></e:Body></e:Envelope>";

  private final List<GsiClient> clients = new ArrayList<>();

  @AfterEach
  void letGo() throws IOException {
    for (GsiClient one : clients) {
      one.close();
    }
  }

  private static SrmServlet servlet(BoundedAdmission admission) {
    Backend backend = Functions.of(List.of()); // srmPing asks nobody
    Clock clock = Clock.systemUTC();
    return new SrmServlet(
        backend,
        identity -> {
          admission.served(identity.dn()); // strangers together have fewer
          return admission.admit(identity);
        },
        soap(),
        AccessAudit.off(),
        clock,
        () -> "trace",
        CallWatch.alone(clock, System::nanoTime));
  }

  /** Bodies may take as long as it takes to open all connections. */
  private static SoapSettings soap() {
    SoapSettings usual = SoapSettings.defaults("httpg://localhost:8444/srm/managerv2", "0.1");
    return new SoapSettings(
        usual.endpoint(),
        usual.version(),
        usual.maxBodyBytes(),
        usual.maxBodyBytesTogether(),
        Duration.ofMinutes(10),
        usual.maxEntries(),
        usual.maxDepth());
  }

  private static BoundedAdmission admission() {
    AdmissionSettings usual = AdmissionSettings.defaults();
    return new BoundedAdmission(
        new AdmissionSettings(
            MANY,
            Math.min(MANY, usual.callsPerCaller()),
            usual.deadline(),
            usual.retryIn(),
            usual.transfers(),
            usual.turns(),
            usual.bans()),
        Clock.systemUTC(),
        new RetryTimes(() -> 0L));
  }

  private static TlsSettings tls(ForgedGrid grid, Path directory) throws IOException {
    Path certificate = directory.resolve("host.pem");
    Path key = directory.resolve("host.key");
    Files.writeString(certificate, ForgedGrid.pem(grid.user()));
    Files.writeString(key, ForgedGrid.pem(new JcaPKCS8Generator(grid.userSigns().key(), null)));
    return new TlsSettings(certificate, key, TlsSettings.EngineChoice.AUTOMATIC);
  }

  /** Each of a caller of its own: a share is smaller, the less is left. */
  private GsiClient begins(int port, ForgedGrid grid, int number) throws Exception {
    var caller =
        new GsiClient.Credential(
            grid.proxyKeys().getPrivate(), List.of(grid.user("Caller " + number)));
    GsiClient client = GsiClient.connect(port, caller);
    clients.add(client);
    int length = BEGIN.length() + END.length();
    return client.send(
        "0POST /srm/managerv2 HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/xml\r\n"
            + "Content-Length: "
            + length
            + "\r\n\r\n"
            + BEGIN);
  }

  @Test
  void asManyCallsAsAreAllowedAreInProgressHoweverSlowlyTheyCome(@TempDir Path directory)
      throws Exception {
    ForgedGrid grid = new ForgedGrid(directory);
    BoundedAdmission admission = admission();
    DoorSettings settings =
        OpenDoor.settings(
            Duration.ofMinutes(1), ConnectionBounds.defaults(), Duration.ofMinutes(10));
    TrustSettings trust = grid.settings(TrustSettings.Crls.IF_PRESENT);
    try (OpenDoor door = OpenDoor.open(settings, tls(grid, directory), trust, servlet(admission))) {
      for (int number = 0; number < MANY; number++) {
        begins(door.port(), grid, number);
      }
      long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
      while (admission.callsInProgress() < MANY) {
        assertTrue(System.nanoTime() < end, "only " + admission.callsInProgress());
        LockSupport.parkNanos(1_000_000);
      }
      List<GsiClient> all = List.copyOf(clients);

      GsiClient.Reply oneMore = begins(door.port(), grid, MANY).send(END).readReply();
      assertTrue(oneMore.body().contains("the server is busy"), oneMore.body());

      for (GsiClient client : all) {
        GsiClient.Reply reply = client.send(END).readReply();
        assertEquals(200, reply.status());
        assertTrue(reply.body().contains("<versionInfo>v2.2"), reply.body());
      }
    }
  }
}
