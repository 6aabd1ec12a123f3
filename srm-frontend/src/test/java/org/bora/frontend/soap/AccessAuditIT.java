package org.bora.frontend.soap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.stream.Collectors;
import org.bora.api.BackendFailure;
import org.bora.api.word.Enquiries;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.audit.AuditLog;
import org.bora.audit.AuditSettings;
import org.bora.contract.ISRM;
import org.bora.frontend.admit.AdmissionSettings;
import org.bora.frontend.admit.Ban;
import org.bora.frontend.admit.BanSettings;
import org.bora.frontend.admit.turn.TurnSettings;
import org.bora.frontend.audit.AccessAudit;
import org.bora.frontend.gsi.Identity;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every operation of the contract is told of, whatever becomes of it: once, before its answer. */
class AccessAuditIT {

  private static final Set<String> OPERATIONS =
      Arrays.stream(ISRM.class.getMethods())
          .map(Method::getName)
          .collect(Collectors.toCollection(TreeSet::new));

  private static final String FIELDS =
      "<requestToken>t</requestToken><SURL>srm://h/a</SURL><fromSURL>srm://h/a</fromSURL>"
          + "<toSURL>srm://h/b</toSURL><permissionType>CHANGE</permissionType>"
          + "<arrayOfSURLs><urlArray>srm://h/a</urlArray></arrayOfSURLs>"
          + "<spaceToken>space-1</spaceToken><targetSpaceToken>space-1</targetSpaceToken>"
          + "<newLifeTime>600</newLifeTime>"
          + "<arrayOfRequestTokens><stringArray>t</stringArray></arrayOfRequestTokens>"
          + "<arrayOfSpaceTokens><stringArray>space-1</stringArray></arrayOfSpaceTokens>"
          + "<arrayOfFileRequests><requestArray><targetSURL>srm://h/a</targetSURL>"
          + "<sourceSURL>srm://h/a</sourceSURL></requestArray></arrayOfFileRequests>";

  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
  private AuditLog log;
  private Endpoint endpoint;

  @TempDir Path directory;

  @BeforeEach
  void open() throws Exception {
    log =
        AuditLog.open(
            AuditSettings.defaults(),
            new AuditLog.Place(directory, "h", "frontend"),
            Clock.systemUTC(),
            System::nanoTime,
            timer);
    endpoint =
        new Endpoint(
            SoapSettings.defaults("httpg://h/srm/managerv2", "0.1"),
            new AdmissionSettings(
                4,
                2,
                Duration.ofSeconds(60),
                Duration.ofSeconds(7),
                TurnSettings.defaults(),
                new BanSettings(
                    List.of(new Ban("*CN=Mallory", "bora.yaml:9")), List.of(), List.of())),
            new AccessAudit(log, false, System::nanoTime));
  }

  @AfterEach
  void close() throws IOException {
    endpoint.close();
    log.close();
    timer.shutdownNow();
  }

  private Path file() {
    return directory.resolve("audit-frontend.log");
  }

  private List<String> lines(String operation) throws IOException {
    return Files.readAllLines(file()).stream()
        .filter(line -> line.contains("\"op\":\"" + operation + "\""))
        .toList();
  }

  private String only(String operation) throws IOException {
    List<String> lines = lines(operation);
    assertEquals(1, lines.size(), operation + " " + lines);
    return lines.getFirst();
  }

  @Test
  void whatIsServedHasOneLineUnlessItOnlyAsks() throws Exception {
    for (String operation : OPERATIONS) {
      endpoint.call(operation, FIELDS);

      if (Enquiries.includes(operation)) {
        assertEquals(List.of(), lines(operation));
      } else {
        String line = only(operation);
        assertTrue(line.contains("\"event\":\"access\",\"id\":\"trace-"), line);
        assertTrue(line.contains("\"dn\":\"/DC=org/DC=example/CN=Alice\""), line);
        assertTrue(line.contains("\"fqans\":[\"/testvo\"],\"client\":\"127.0.0.1\""), line);
        assertTrue(line.endsWith("\"outcome\":\"served\"}"), line);
      }
    }
  }

  @Test
  void whatIsRefusedHasOneLineWithTheReasonAlsoIfItOnlyAsks() throws Exception {
    endpoint.identity = new Identity.Rejected("/CN=Bob", "the VOMS attributes have expired");
    for (String operation : OPERATIONS) {
      endpoint.call(operation, FIELDS);

      String line = only(operation);
      assertTrue(line.contains("\"dn\":\"/CN=Bob\""), line);
      assertTrue(line.contains("\"outcome\":\"refused\""), line);
      assertTrue(line.contains("\"status\":\"SRM_AUTHENTICATION_FAILURE\""), line);
    }
  }

  @Test
  void whoIsBannedIsToldWithTheBan() throws Exception {
    endpoint.identity = new Identity.Rejected("/DC=org/CN=Mallory", "irrelevant");
    for (String operation : OPERATIONS) {
      endpoint.call(operation, FIELDS);

      String line = only(operation);
      assertTrue(line.contains("CN=Mallory") && line.contains("bora.yaml:9"), line);
      assertTrue(line.contains("\"status\":\"SRM_AUTHORIZATION_FAILURE\""), line);
    }
  }

  @Test
  void aBackendThatFailsIsToldWithWhatTheClientReads() throws Exception {
    endpoint.backend.obstacle =
        () -> {
          throw new BackendFailure(BackendFailure.Kind.TRANSIENT, "the database is away", null);
        };
    endpoint.call("srmRm", FIELDS);

    String line = only("srmRm");
    assertTrue(line.contains("\"status\":\"SRM_INTERNAL_ERROR\""), line);
    assertTrue(line.contains("the database is away"), line);
  }

  @Test
  void whatCannotBeReadIsToldToo() throws Exception {
    endpoint.post("<forged\n{\"v\":1}");

    String line = only("request");
    assertTrue(line.contains("\"outcome\":\"refused\""), line);
  }

  @Test
  void withoutRoomForALineNothingIsServed() throws Exception {
    Path link = Files.createSymbolicLink(directory.resolve("full"), Path.of("/dev/full"));
    Files.move(link, file(), StandardCopyOption.REPLACE_EXISTING);
    log.reopen();

    String first = endpoint.call("srmMkdir", FIELDS).body();
    endpoint.backend.requests.clear();
    String second = endpoint.call("srmLs", FIELDS).body();

    for (String body : List.of(first, second)) {
      assertTrue(body.contains("SRM_INTERNAL_ERROR"), body);
      assertTrue(body.contains("cannot keep its records"), body);
      assertFalse(body.contains("audit-frontend"), body);
    }
    assertTrue(endpoint.backend.requests.isEmpty(), "the second was not begun");
  }

  @Test
  void aQuestionThatABackendRefusesHasItsLine() throws Exception {
    endpoint.backend.polled = ReturnStatus.of(SrmStatus.AUTHORIZATION_FAILURE, "not yours");
    for (String poll : List.of("srmGetSpaceTokens", "srmStatusOfLsRequest")) {
      endpoint.call(poll, FIELDS);

      assertTrue(only(poll).endsWith("\"outcome\":\"served\"}"), only(poll));
    }
  }
}
