package org.bora.door.gsi.door;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.ref.WeakReference;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.bora.api.Backend;
import org.bora.api.Catalogue;
import org.bora.api.Operation;
import org.bora.api.copy.CopyReply;
import org.bora.api.copy.CopyRequest;
import org.bora.api.copy.DelegatedCredential;
import org.bora.api.word.Call;
import org.bora.api.word.Reply;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.StatusReply;
import org.bora.door.admit.AdmissionSettings;
import org.bora.door.admit.BoundedAdmission;
import org.bora.door.admit.turn.RetryTimes;
import org.bora.door.audit.AccessAudit;
import org.bora.door.figures.CallWatch;
import org.bora.door.gsi.tls.TlsSettings.EngineChoice;
import org.bora.door.gsi.trust.ChainVerdict;
import org.bora.door.gsi.trust.ChainVerifier;
import org.bora.door.gsi.trust.TrustAnchors;
import org.bora.frontend.soap.SoapSettings;
import org.bora.frontend.soap.SrmServlet;
import org.bouncycastle.pkcs.PKCS10CertificationRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a client delegates reaches srmCopy of the same connection, and nothing else. */
@ExtendWith(TryGrid.Extension.class)
class DelegationIT {

  private static final String COPY =
      "<arrayOfFileRequests><requestArray><sourceSURL>srm://a/x</sourceSURL>"
          + "<targetSURL>srm://b/y</targetSURL></requestArray></arrayOfFileRequests>";

  private final BlockingQueue<Object> asked = new LinkedBlockingQueue<>();
  private GsiClient.Credential alice;
  private OpenDoor door;

  @BeforeEach
  void open(TryGrid grid) throws Exception {
    alice = GsiClient.Credential.read(grid.proxy("alice-voms"));
    var servlet =
        new SrmServlet(
            backend(),
            new BoundedAdmission(
                AdmissionSettings.defaults(),
                Clock.systemUTC(),
                new RetryTimes(new SplittableRandom(1))),
            SoapSettings.defaults("httpg://localhost/srm/managerv2", "0.1"),
            AccessAudit.off(),
            Clock.systemUTC(),
            () -> "trace",
            CallWatch.alone(Clock.systemUTC(), System::nanoTime));
    door =
        OpenDoor.open(
            OpenDoor.settings(Duration.ofSeconds(20)),
            grid.tls(EngineChoice.AUTOMATIC),
            grid.trust(),
            servlet);
  }

  @AfterEach
  void close() {
    door.close();
  }

  /** Remembers the request of every call. */
  private Backend backend() {
    return new Backend() {
      @Override
      public <Q, R extends Reply> R call(Operation<Q, R> operation, Call call, Q question) {
        asked.add(question);
        return operation.answer().cast(answer(operation));
      }
    };
  }

  private static Reply answer(Operation<?, ?> operation) {
    return operation.equals(Catalogue.COPY)
        ? new CopyReply(ReturnStatus.success(), Optional.empty(), List.of(), OptionalInt.empty())
        : new StatusReply(ReturnStatus.success());
  }

  private GsiClient delegating() throws Exception {
    GsiClient client = GsiClient.connect(door.port(), alice);
    byte[] request = client.send("D").readDer();
    X509Certificate proxy = Delegator.sign(alice, new PKCS10CertificationRequest(request));
    return client.send(proxy.getEncoded());
  }

  private Optional<DelegatedCredential> copied(GsiClient client) throws Exception {
    GsiClient.Reply reply = client.post(GsiDoor.PATH, envelope("srmCopy", COPY));
    assertTrue(reply.body().contains("SRM_SUCCESS"), reply.body());
    Object copy = asked.poll(10, TimeUnit.SECONDS);
    return assertInstanceOf(CopyRequest.class, copy).credential();
  }

  @Test
  void aCopyActsForWhoDelegated(TryGrid grid) throws Exception {
    try (GsiClient client = delegating()) {
      DelegatedCredential credential = copied(client).orElseThrow();

      var verifier =
          new ChainVerifier(
              new TrustAnchors(grid.trust(), Clock.systemUTC()), grid.trust(), Clock.systemUTC());
      var chain = credential.chain().toArray(X509Certificate[]::new);
      var verdict = assertInstanceOf(ChainVerdict.Accepted.class, verifier.verify(chain));
      assertEquals("/DC=test/DC=grid/OU=people/CN=Alice Test", verdict.dn());
      assertTrue(belongs(credential), "the key is not the one of the first certificate");
    }
  }

  private static boolean belongs(DelegatedCredential credential) throws Exception {
    byte[] text = {1, 2, 3};
    Signature signature = Signature.getInstance("SHA256withRSA");
    signature.initSign(credential.key());
    signature.update(text);
    byte[] signed = signature.sign();
    signature.initVerify(credential.chain().getFirst());
    signature.update(text);
    return signature.verify(signed);
  }

  @Test
  void itStaysForTheWholeConnection() throws Exception {
    try (GsiClient client = delegating()) {
      assertEquals(copied(client), copied(client));
    }
  }

  @Test
  void anotherConnectionOfTheSameUserHasNone() throws Exception {
    try (GsiClient delegating = delegating();
        GsiClient other = GsiClient.connect(door.port(), alice)) {
      assertTrue(copied(delegating).isPresent());
      assertEquals(Optional.empty(), copied(other.send("0")));
    }
  }

  @Test
  void noOtherOperationSeesIt() throws Exception {
    try (GsiClient client = delegating()) {
      GsiClient.Reply reply =
          client.post(GsiDoor.PATH, envelope("srmMkdir", "<SURL>srm://a/x</SURL>"));

      assertTrue(reply.body().contains("SRM_SUCCESS"), reply.body());
      String request = String.valueOf(asked.poll(10, TimeUnit.SECONDS));
      assertTrue(request.startsWith("MkdirRequest["), request);
      assertEquals(-1, request.indexOf("credential"), request);
    }
  }

  @Test
  void nothingIsKeptOnceTheConnectionIsClosed() throws Exception {
    WeakReference<DelegatedCredential> kept;
    try (GsiClient client = delegating()) {
      kept = new WeakReference<>(copied(client).orElseThrow());
    }
    try (GsiClient later = GsiClient.connect(door.port(), alice)) {
      assertEquals(Optional.empty(), copied(later.send("0")));
    }
    long deadlineNanos = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    while (kept.get() != null) {
      assertTrue(System.nanoTime() < deadlineNanos, "somebody still holds the credential");
      System.gc();
    }
  }

  private static String envelope(String operation, String fields) {
    return "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body>"
        + "<s:OP xmlns:s='http://srm.lbl.gov/StorageResourceManager'><OPRequest>"
            .replace("OP", operation)
        + fields
        + "</OPRequest></s:OP></e:Body></e:Envelope>".replace("OP", operation);
  }
}
