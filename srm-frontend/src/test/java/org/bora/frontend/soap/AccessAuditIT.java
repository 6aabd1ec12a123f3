package org.bora.frontend.soap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.bora.api.BackendFailure;
import org.bora.api.Catalogue;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.audit.AuditLog;
import org.bora.audit.AuditSettings;
import org.bora.audit.AuditedCalls;
import org.bora.door.audit.AccessAudit;
import org.bora.door.gsi.Identity;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every operation of the contract is told of, whatever becomes of it: once, before its answer. */
class AccessAuditIT {

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
            EveryOperation.soap(),
            EveryOperation.withoutMallory("bora.yaml:9"),
            new AccessAudit(new AuditedCalls(log, false, System::nanoTime)));
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
    for (String operation : EveryOperation.NAMES) {
      endpoint.call(operation, EveryOperation.FIELDS);

      if (Catalogue.isEnquiry(operation)) {
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
  void whatARefusedCallNamesIsTold() throws Exception {
    endpoint.identity = new Identity.Rejected("/CN=Bob", "the VOMS attributes have expired");
    Map<String, String> named =
        Map.of(
            "srmRm", "[\"srm://h/a\"]",
            "srmMkdir", "[\"srm://h/a\"]",
            "srmMv", "[\"srm://h/a\",\"srm://h/b\"]",
            "srmPrepareToPut", "[\"srm://h/a\"]",
            "srmCopy", "[\"srm://h/a\",\"srm://h/a\"]");
    for (String operation : named.keySet()) {
      endpoint.call(operation, EveryOperation.FIELDS);

      assertTrue(only(operation).contains("\"surls\":" + named.get(operation)), only(operation));
    }
    endpoint.call("srmPing", EveryOperation.FIELDS);
    assertFalse(only("srmPing").contains("surls"), only("srmPing"));
  }

  @Test
  void whatIsRefusedHasOneLineWithTheReasonAlsoIfItOnlyAsks() throws Exception {
    endpoint.identity = new Identity.Rejected("/CN=Bob", "the VOMS attributes have expired");
    for (String operation : EveryOperation.NAMES) {
      endpoint.call(operation, EveryOperation.FIELDS);

      String line = only(operation);
      assertTrue(line.contains("\"dn\":\"/CN=Bob\""), line);
      assertTrue(line.contains("\"outcome\":\"refused\""), line);
      assertTrue(line.contains("\"status\":\"SRM_AUTHENTICATION_FAILURE\""), line);
    }
  }

  @Test
  void whoIsBannedIsToldWithTheBan() throws Exception {
    endpoint.identity = new Identity.Rejected("/DC=org/CN=Mallory", "irrelevant");
    endpoint.call("srmRm", EveryOperation.FIELDS);

    String line = only("request");
    assertTrue(line.contains("CN=Mallory") && line.contains("bora.yaml:9"), line);
    assertTrue(line.contains("\"status\":\"SRM_AUTHORIZATION_FAILURE\""), line);
  }

  @Test
  void aBackendThatFailsIsToldWithWhatTheClientReads() throws Exception {
    endpoint.backend.obstacle =
        () -> {
          throw new BackendFailure(BackendFailure.Kind.TRANSIENT, "the database is away", null);
        };
    endpoint.call("srmRm", EveryOperation.FIELDS);

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

    String first = endpoint.call("srmMkdir", EveryOperation.FIELDS).body();
    endpoint.backend.requests.clear();
    String second = endpoint.call("srmLs", EveryOperation.FIELDS).body();

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
      endpoint.call(poll, EveryOperation.FIELDS);

      assertTrue(only(poll).endsWith("\"outcome\":\"served\"}"), only(poll));
    }
  }
}
