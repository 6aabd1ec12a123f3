package org.bora.frontend.soap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.bora.api.BackendFailure;
import org.bora.contract.ISRM;
import org.bora.frontend.admit.AdmissionSettings;
import org.bora.frontend.admit.Ban;
import org.bora.frontend.admit.BanSettings;
import org.bora.frontend.admit.Verdict;
import org.bora.frontend.admit.turn.TurnSettings;
import org.bora.frontend.gsi.Identity;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Every operation of the contract answers, in its own type, whatever happens. */
class AllOperationsIT {
  private static final Set<String> OPERATIONS =
      Arrays.stream(ISRM.class.getMethods())
          .map(Method::getName)
          .collect(Collectors.toCollection(TreeSet::new));

  private static final String EVERY_FIELD =
      "<requestToken>t</requestToken><SURL>srm://h/a</SURL><fromSURL>srm://h/a</fromSURL>"
          + "<toSURL>srm://h/b</toSURL><permissionType>CHANGE</permissionType>"
          + "<arrayOfSURLs><urlArray>srm://h/a</urlArray></arrayOfSURLs>"
          + "<spaceToken>space-1</spaceToken><targetSpaceToken>space-1</targetSpaceToken>"
          + "<newLifeTime>600</newLifeTime>"
          + "<arrayOfRequestTokens><stringArray>t</stringArray></arrayOfRequestTokens>"
          + "<arrayOfSpaceTokens><stringArray>space-1</stringArray></arrayOfSpaceTokens>"
          + "<arrayOfFileRequests><requestArray><targetSURL>srm://h/a</targetSURL>"
          + "<sourceSURL>srm://h/a</sourceSURL></requestArray></arrayOfFileRequests>";

  /** Clients read these by file, whatever the status of the request. */
  private static final List<String> BY_FILE =
      List.of(
          "srmLs",
          "srmRm",
          "srmPrepareToPut",
          "srmPutDone",
          "srmPrepareToGet",
          "srmBringOnline",
          "srmReleaseFiles",
          "srmAbortFiles",
          "srmGetSpaceMetaData",
          "srmGetPermission",
          "srmCheckPermission",
          "srmChangeSpaceForFiles",
          "srmExtendFileLifeTimeInSpace",
          "srmPurgeFromSpace",
          "srmExtendFileLifeTime",
          "srmGetRequestSummary",
          "srmCopy");

  private static Endpoint endpoint;

  @BeforeAll
  static void start() throws Exception {
    endpoint =
        new Endpoint(
            SoapSettings.defaults("httpg://h/srm/managerv2", "0.1"),
            new AdmissionSettings(
                4,
                2,
                Duration.ofSeconds(60),
                Duration.ofSeconds(7),
                TurnSettings.defaults(),
                new BanSettings(List.of(new Ban("*CN=Mallory", "")), List.of(), List.of())));
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
    assertEquals(39, OPERATIONS.size());
  }

  @Test
  void allAreServed() throws Exception {
    for (String operation : OPERATIONS) {
      String body = reply(operation, EVERY_FIELD);

      assertFalse(body.contains("SRM_INVALID_REQUEST"), body);
      assertFalse(body.contains("SRM_NOT_SUPPORTED"), body);
    }
    // srmPing is the frontend's own
    assertEquals(38, endpoint.backend.requests.size());
  }

  @Test
  void anEmptyRequestIsAnswered() throws Exception {
    for (String operation : OPERATIONS) {
      reply(operation, "");
    }
    endpoint.awaitIdle();
  }

  @Test
  void aCallerWhoseAttributesAreRejectedReadsWhy() throws Exception {
    endpoint.identity = new Identity.Rejected("/CN=Bob", "the VOMS attributes have expired");

    for (String operation : OPERATIONS) {
      String body = reply(operation, EVERY_FIELD);

      assertTrue(body.contains("SRM_AUTHENTICATION_FAILURE"), body);
      assertTrue(body.contains("the VOMS attributes have expired"), body);
    }
    assertTrue(endpoint.backend.requests.isEmpty());
  }

  @Test
  void aBannedCallerIsToldSoInEveryReplyAndByFile() throws Exception {
    endpoint.identity = new Identity.Rejected("/DC=org/CN=Mallory", "irrelevant");

    for (String operation : OPERATIONS) {
      String body = reply(operation, EVERY_FIELD);

      assertTrue(body.contains("SRM_AUTHORIZATION_FAILURE"), body);
      assertFalse(body.contains("irrelevant"), body);
      if (BY_FILE.contains(operation)) {
        assertEquals(3, body.split("SRM_AUTHORIZATION_FAILURE", -1).length, body);
      }
    }
  }

  @Test
  void ofARefusedCallLittleIsReadAndTheRefusalStands() throws Exception {
    endpoint.identity = new Identity.Rejected("/CN=Bob", "expired");

    String body = reply("srmRm", "<x>" + "y".repeat(100_000) + "</x>" + EVERY_FIELD);

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
    String body = reply("srmRm", EVERY_FIELD);
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

    for (String operation : OPERATIONS) {
      String body = reply(operation, EVERY_FIELD);

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
            String body = reply("srmMkdir", EVERY_FIELD);
            assertTrue(body.contains("SRM_INTERNAL_ERROR"), body);
            assertTrue(body.contains("retry in 7 s"), body);
          } catch (Exception failed) {
            throw new IllegalStateException(failed);
          }
        };

    assertTrue(reply("srmMkdir", EVERY_FIELD).contains("SRM_SUCCESS"));
  }

  private static String reply(String operation, String fields) throws Exception {
    Endpoint.Reply reply = endpoint.call(operation, fields);
    assertEquals(200, reply.code(), reply.body());
    assertTrue(reply.body().contains("<" + operation + "Response>"), reply.body());
    return reply.body();
  }
}
