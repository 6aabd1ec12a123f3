package org.bora.frontend.soap;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.Socket;
import org.bora.api.BackendFailure;
import org.bora.door.admit.Verdict;
import org.bora.door.gsi.Identity;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Every operation of the contract answers, in its own type, whatever happens. */
class AllOperationsIT {
  private static Endpoint endpoint;

  @BeforeAll
  static void start() throws Exception {
    endpoint = new Endpoint(EveryOperation.soap(), EveryOperation.withoutMallory(""));
  }

  @AfterAll
  static void stop() {
    endpoint.close();
  }

  @BeforeEach
  void reset() {
    endpoint.awaitIdle();
    endpoint.identity = new Identity.Known(Endpoint.ALICE);
    endpoint.backend.obstacle = () -> {};
    endpoint.backend.requests.clear();
  }

  @Test
  void thereAre39() {
    assertEquals(39, EveryOperation.NAMES.size());
  }

  @Test
  void allAreServed() throws Exception {
    for (String operation : EveryOperation.NAMES) {
      String body = reply(operation, EveryOperation.FIELDS);

      assertFalse(body.contains("SRM_INVALID_REQUEST"), body);
      assertFalse(body.contains("SRM_NOT_SUPPORTED"), body);
    }
    // srmPing is the frontend's own
    assertEquals(38, endpoint.backend.requests.size());
  }

  @Test
  void anEmptyRequestIsAnswered() throws Exception {
    for (String operation : EveryOperation.NAMES) {
      reply(operation, "");
    }
    endpoint.awaitIdle();
  }

  @Test
  void aCallerWhoseAttributesAreRejectedReadsWhy() throws Exception {
    endpoint.identity = new Identity.Rejected("/CN=Bob", "the VOMS attributes have expired");

    for (String operation : EveryOperation.NAMES) {
      String body = reply(operation, EveryOperation.FIELDS);

      assertTrue(body.contains("SRM_AUTHENTICATION_FAILURE"), body);
      assertTrue(body.contains("the VOMS attributes have expired"), body);
    }
    assertTrue(endpoint.backend.requests.isEmpty());
  }

  @Test
  void aBannedCallerIsToldSoByAFault() throws Exception {
    endpoint.identity = new Identity.Rejected("/DC=org/CN=Mallory", "irrelevant");

    for (String operation : EveryOperation.NAMES) {
      String body = endpoint.call(operation, EveryOperation.FIELDS).body();

      assertTrue(body.contains("<faultstring>SRM_AUTHORIZATION_FAILURE: this site"), body);
      assertFalse(body.contains("irrelevant"), body);
    }
    assertTrue(endpoint.backend.requests.isEmpty());
  }

  @Test
  void aBannedCallerIsAnsweredWithoutItsBody() throws Exception {
    endpoint.identity = new Identity.Rejected("/DC=org/CN=Mallory", "irrelevant");

    try (Socket socket = new Socket("localhost", endpoint.port())) {
      socket.setSoTimeout(20_000); // far less than a body may take
      String head = "POST " + SrmServlet.PATH + " HTTP/1.1\r\nHost: localhost\r\n";
      socket.getOutputStream().write((head + "Content-Length: 100\r\n\r\nhalf").getBytes(US_ASCII));
      String answer = new String(socket.getInputStream().readAllBytes(), UTF_8);
      assertTrue(answer.contains("SRM_AUTHORIZATION_FAILURE"), answer);
    }
  }

  @Test
  void ofARefusedCallLittleIsReadAndTheRefusalStands() throws Exception {
    endpoint.identity = new Identity.Rejected("/CN=Bob", "expired");

    String body = reply("srmRm", "<x>" + "y".repeat(100_000) + "</x>" + EveryOperation.FIELDS);

    assertTrue(body.contains("SRM_AUTHENTICATION_FAILURE"), body);
    // the SURL stands after what is read of it
    assertFalse(body.contains("srm://h/a"), body);
  }

  @Test
  void aFailureOfTheBackendIsAStatusByKind() throws Exception {
    assertTrue(failing(BackendFailure.Kind.TRANSIENT).contains("SRM_INTERNAL_ERROR"));
    assertTrue(failing(BackendFailure.Kind.TIMED_OUT).contains("SRM_INTERNAL_ERROR"));
    assertTrue(failing(BackendFailure.Kind.PERMANENT).contains("SRM_FATAL_INTERNAL_ERROR"));
  }

  private static String failing(BackendFailure.Kind kind) throws Exception {
    endpoint.backend.obstacle =
        () -> {
          throw new BackendFailure(kind, "the database is away", null);
        };
    String body = reply("srmRm", EveryOperation.FIELDS);
    assertTrue(body.contains("the database is away"), body);
    assertTrue(body.contains("<surl>srm://h/a</surl>"), body);
    return body;
  }

  @Test
  void nothingOfAnUnexpectedFailureIsShown() throws Exception {
    endpoint.backend.obstacle =
        () -> {
          throw new IllegalStateException("/gpfs/secret/path");
        };

    for (String operation : EveryOperation.NAMES) {
      String body = reply(operation, EveryOperation.FIELDS);

      assertFalse(body.contains("secret") || body.contains("Exception"), body);
    }
    endpoint.awaitIdle();
  }

  @Test
  void overItsShareACallerIsToldWhenToComeBack() throws Exception {
    endpoint.backend.obstacle =
        () -> {
          endpoint.backend.obstacle = () -> {};
          try (Verdict mine = endpoint.admission.admit(endpoint.identity)) {
            assertInstanceOf(Verdict.Admitted.class, mine);
            String body = reply("srmMkdir", EveryOperation.FIELDS);
            assertTrue(body.contains("SRM_INTERNAL_ERROR"), body);
            assertTrue(body.contains("retry in 7 s"), body);
          } catch (Exception failed) {
            throw new IllegalStateException(failed);
          }
        };

    assertTrue(reply("srmMkdir", EveryOperation.FIELDS).contains("SRM_SUCCESS"));
  }

  private static String reply(String operation, String fields) throws Exception {
    Endpoint.Reply reply = endpoint.call(operation, fields);
    assertEquals(200, reply.code(), reply.body());
    assertTrue(reply.body().contains("<" + operation + "Response>"), reply.body());
    return reply.body();
  }
}
