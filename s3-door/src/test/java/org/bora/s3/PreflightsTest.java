package org.bora.s3;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bora.api.BackendFailure;
import org.bora.door.admit.turn.NoTurn;
import org.bora.door.admit.turn.Turn;
import org.bora.files.Name;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpTester;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.LocalConnector;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Browsers ask two doors of one engine. */
class PreflightsTest {
  private static final String RULES = "r=&o=https%3A//page.example.org&m=PUT&h=x-amz-*";
  private static final String ASK =
      "Origin: https://page.example.org\r\nAccess-Control-Request-Method: PUT\r\n";

  private final SetClock clock = new SetClock();
  private final KnownNotes notes = new KnownNotes();

  /** A door, and what it remembers. */
  private final class Door {
    final RememberedCors cors =
        new RememberedCors(
            new Buckets(
                Map.of("area", new Name("/area", true)), Optional.of(new Name("/buckets", true))),
            clock);
    final Server server = new Server();
    final LocalConnector connector = new LocalConnector(server);

    Door() throws Exception {
      server.addConnector(connector);
      server.setHandler(
          new Preflights(
              new Served(), cors, notes, "se.example.org", List.of("se.example.org"), clock));
      server.start();
    }

    HttpTester.Response ask(String line, String headers) throws Exception {
      return ask("se.example.org", line, headers);
    }

    HttpTester.Response ask(String host, String line, String headers) throws Exception {
      String request = line + " HTTP/1.1\r\nHost: " + host + "\r\n" + headers;
      return HttpTester.parseResponse(connector.getResponse(request + "Connection: close\r\n\r\n"));
    }
  }

  /** What is behind: requests that are no questions of browsers. */
  private static final class Served extends Handler.Abstract {
    @Override
    public boolean handle(Request request, Response response, Callback callback) {
      response.setStatus(HttpStatus.IM_A_TEAPOT_418);
      callback.succeeded();
      return true;
    }
  }

  private Door one;
  private Door two;

  @BeforeEach
  void start() throws Exception {
    one = new Door();
    two = new Door();
  }

  @AfterEach
  void stop() throws Exception {
    one.server.stop();
    two.server.stop();
  }

  @Test
  void aPageThatTheRulesNameMaySendItsRequest() throws Exception {
    notes.notes.put("/buckets/one", RULES);
    HttpTester.Response answer =
        one.ask("OPTIONS /one/a/key", ASK + "Access-Control-Request-Headers: X-Amz-Date\r\n");
    assertEquals(200, answer.getStatus());
    assertEquals("https://page.example.org", answer.get("Access-Control-Allow-Origin"));
    assertEquals("x-amz-date", answer.get("Access-Control-Allow-Headers"));
    assertEquals("0", answer.get("Content-Length"));
  }

  @Test
  void anAreaHasRulesTooAndTheHostMayNameTheBucket() throws Exception {
    notes.notes.put("/area", RULES);
    assertEquals(200, one.ask("OPTIONS /area", ASK).getStatus());
    assertEquals(200, one.ask("area.se.example.org", "OPTIONS /key", ASK).getStatus());
  }

  @Test
  void othersAreRefusedAndToldNoRule() throws Exception {
    notes.notes.put("/buckets/one", RULES);
    notes.notes.put("/buckets/bare", "");
    String other = ASK.replace("page.", "other.");
    assertRefused(403, "AccessForbidden", one.ask("OPTIONS /one/key", other));
    assertRefused(403, "AccessForbidden", one.ask("OPTIONS /bare/key", ASK));
    String delete = ASK.replace("PUT", "DELETE");
    assertRefused(403, "AccessForbidden", one.ask("OPTIONS /one/key", delete));
    assertRefused(405, "MethodNotAllowed", one.ask("OPTIONS /", ASK));
    assertRefused(400, "BadRequest", one.ask("OPTIONS /one/key", ""));
  }

  /** Such a question has no signature: its client may be anybody. */
  @Test
  void itIsNotToldWhichBucketsThereAre() throws Exception {
    notes.notes.put("/buckets/bare", "");
    HttpTester.Response bare = one.ask("OPTIONS /bare/key", ASK);
    HttpTester.Response none = one.ask("OPTIONS /none/key", ASK);
    assertRefused(403, "AccessForbidden", none);
    assertEquals(bare.getContent().replace("/bare/", "/none/"), none.getContent());
    assertEquals(bare.getFieldNamesCollection(), none.getFieldNamesCollection());
  }

  private static void assertRefused(int status, String code, HttpTester.Response answer) {
    assertEquals(status, answer.getStatus(), answer.getContent());
    assertTrue(answer.getContent().contains("<Code>" + code + "</Code>"), answer.getContent());
    assertFalse(answer.contains("Access-Control-Allow-Origin"));
  }

  @Test
  void whereTheEngineCannotBeAskedTheBrowserIsToldToComeBack() throws Exception {
    notes.before =
        () -> {
          throw new BackendFailure(BackendFailure.Kind.TRANSIENT, "no backend answers", null);
        };
    assertEquals(503, one.ask("OPTIONS /one/key", ASK).getStatus());
    notes.before =
        () -> {
          throw new NoTurn(new Turn.Refused(false, Duration.ofSeconds(7)));
        };
    HttpTester.Response busy = one.ask("OPTIONS /one/key", ASK);
    assertEquals(503, busy.getStatus());
    assertEquals("7", busy.get("Retry-After"));
    notes.before = () -> {};
    notes.notes.put("/buckets/one", RULES);
    assertEquals(200, one.ask("OPTIONS /one/key", ASK).getStatus(), "nothing of it is remembered");
  }

  @Test
  void requestsOfOtherMethodsPass() throws Exception {
    assertEquals(418, one.ask("GET /one/key", ASK).getStatus());
    assertEquals(0, notes.asked.get());
  }

  @Test
  void aChangeAtOneDoorIsToldByTheOtherAfterHalfAMinute() throws Exception {
    notes.notes.put("/buckets/one", RULES);
    assertEquals(200, one.ask("OPTIONS /one/key", ASK).getStatus());
    assertEquals(200, two.ask("OPTIONS /one/key", ASK).getStatus());
    notes.notes.put("/buckets/one", "");
    one.cors.forget("one"); // as a DeleteBucketCors there does
    assertEquals(403, one.ask("OPTIONS /one/key", ASK).getStatus());
    assertEquals(200, two.ask("OPTIONS /one/key", ASK).getStatus());
    clock.pass(RememberedCors.KEPT);
    assertEquals(403, two.ask("OPTIONS /one/key", ASK).getStatus());
  }
}
