package org.bora.door.gsi.door;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.bora.door.gsi.tls.TlsSettings.EngineChoice;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/** Requests that two readers would read differently, or that never end. */
@ExtendWith(TryGrid.Extension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HttpAttacksIT {

  private static final String POST = "POST /srm/managerv2 HTTP/1.1\r\n";
  private static final String HOST = "Host: localhost\r\n";

  /** What a smuggler hides in the body of another request. */
  private static final String HIDDEN = POST + HOST + "Content-Length: 6\r\n\r\nhidden";

  private GsiClient.Credential alice;
  private OpenDoor door;

  @BeforeAll
  void open(TryGrid grid) throws Exception {
    alice = GsiClient.Credential.read(grid.proxy("alice-voms"));
    var bounds = new ConnectionBounds(20, 16, 19, 19, Duration.ofSeconds(15), List.of());
    door =
        OpenDoor.open(
            OpenDoor.settings(Duration.ofSeconds(20), bounds),
            grid.tls(EngineChoice.AUTOMATIC),
            grid.trust());
  }

  @AfterAll
  void close() {
    door.close();
  }

  @AfterEach
  void theNextHonestClientIsServed() throws Exception {
    try (GsiClient client = connect()) {
      assertEquals(200, client.post().status());
    }
  }

  @AfterEach
  void nothingIsLeft() {
    door.awaitEmpty();
  }

  private GsiClient connect() throws Exception {
    return GsiClient.connect(door.port(), alice).send("0");
  }

  /** Everything that comes back until the server closes, which it must. */
  private String answers(String request) throws Exception {
    try (GsiClient client = connect()) {
      client.send(request);
      var text = new StringBuilder();
      try {
        for (int octet = client.read(); octet >= 0; octet = client.read()) {
          text.append((char) octet);
        }
      } catch (SocketTimeoutException open) {
        throw new AssertionError("the connection stays open after: " + text, open);
      } catch (IOException reset) {
        // as good an end as any
      }
      return text.toString();
    }
  }

  @TestFactory
  Stream<DynamicTest> whatCanBeReadInTwoWaysIsRefusedAndTheConnectionEnds() {
    Map<String, String> requests = new TreeMap<>();
    String chunked = "Transfer-Encoding: chunked\r\n";
    String empty = "\r\n0\r\n\r\n" + HIDDEN;
    requests.put("length and chunks", HOST + "Content-Length: 5\r\n" + chunked + empty);
    requests.put("chunks and length", HOST + chunked + "Content-Length: 5\r\n" + empty);
    requests.put(
        "two lengths", HOST + "Content-Length: 2\r\nContent-Length: 60\r\n\r\nhi" + HIDDEN);
    requests.put("a list of lengths", HOST + "Content-Length: 2, 60\r\n\r\nhi" + HIDDEN);
    requests.put("a negative length", HOST + "Content-Length: -2\r\n\r\nhi" + HIDDEN);
    requests.put("a length with a sign", HOST + "Content-Length: +2\r\n\r\nhi" + HIDDEN);
    requests.put("a hexadecimal length", HOST + "Content-Length: 0x2\r\n\r\nhi" + HIDDEN);
    requests.put(
        "a length beyond all numbers",
        HOST + "Content-Length: 18446744073709551618\r\n\r\nhi" + HIDDEN);
    requests.put("chunks under another name", HOST + "Transfer-Encoding: xchunked\r\n" + empty);
    requests.put("chunks twice", HOST + chunked + chunked + empty);
    requests.put("chunks and more", HOST + "Transfer-Encoding: chunked, identity\r\n" + empty);
    requests.put("a chunk of a negative size", HOST + chunked + "\r\n-1\r\n" + HIDDEN);
    requests.put(
        "a chunk beyond all numbers", HOST + chunked + "\r\n1FFFFFFFFFFFFFFFF\r\n" + HIDDEN);
    requests.put("a chunk that does not end", HOST + chunked + "\r\n2\r\nhiXX0\r\n\r\n" + HIDDEN);
    requests.put("a folded header", HOST + "X: a\r\n Content-Length: 60\r\n\r\n" + HIDDEN);
    requests.put("a space before the colon", HOST + "Content-Length : 2\r\n\r\nhi" + HIDDEN);
    requests.put("a space before the first header", " " + HOST + "\r\n" + HIDDEN);
    requests.put("a NUL in a header", HOST + "X: a\0b\r\n\r\n" + HIDDEN);
    requests.put("a CR in a header", HOST + "X: a\rContent-Length: 60\r\n\r\n" + HIDDEN);
    requests.put("a header without a name", HOST + ": a\r\n\r\n" + HIDDEN);
    requests.put("no host", "Content-Length: 0\r\n\r\n");
    requests.put("two hosts", HOST + "Host: elsewhere\r\n\r\n" + HIDDEN);
    return requests.entrySet().stream()
        .map(entry -> dynamicTest(entry.getKey(), () -> refused(POST + entry.getValue())));
  }

  private void refused(String request) throws Exception {
    String answer = answers(request);

    assertTrue(answer.isEmpty() || answer.matches("(?s)HTTP/1.1 (4|50[15]).*"), answer);
    assertFalse(answer.contains("hidden"), answer);
    assertFalse(answer.contains("Exception"), answer);
  }

  @TestFactory
  Stream<DynamicTest> whatIsTooMuchOrNoHttpIsRefused() {
    return Map.of(
            "a header of 100 kB",
            POST + HOST + "X: " + "x".repeat(100_000) + "\r\n\r\n",
            "10,000 headers",
            POST + HOST + "X: y\r\n".repeat(10_000) + "\r\n",
            "HTTP/2",
            "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
            "HTTP/9.9",
            "POST /srm/managerv2 HTTP/9.9\r\n" + HOST + "\r\n",
            "HTTP/0.9",
            "GET /srm/managerv2\r\n\r\n",
            "a tunnel",
            "CONNECT elsewhere:22 HTTP/1.1\r\nHost: elsewhere:22\r\n\r\n")
        .entrySet()
        .stream()
        .map(
            entry ->
                dynamicTest(
                    entry.getKey(),
                    () -> {
                      try (GsiClient client = connect()) {
                        assertTrue(client.send(entry.getValue()).readReply().status() >= 400);
                      } catch (SocketTimeoutException open) {
                        throw new AssertionError("no answer", open);
                      } catch (IOException closed) {
                        // without a word
                      }
                    }));
  }

  @TestFactory
  Stream<DynamicTest> otherSpellingsOfThePathLeadNowhereElse() {
    return Stream.of(
            "/srm/managerv2/../../etc/passwd",
            "/srm/managerv2/..;/",
            "/srm/%6danagerv2/%2e%2e/x",
            "/srm/managerv2%00",
            "//srm/../managerv2",
            "http://elsewhere/etc/passwd",
            "file:///etc/passwd",
            "/WEB-INF/web.xml",
            "*")
        .map(
            target ->
                dynamicTest(
                    target,
                    () -> {
                      try (GsiClient client = connect()) {
                        int status = client.post(target, "x").status();
                        assertTrue(status == 404 || status == 400, "status " + status);
                      }
                    }));
  }

  @Test
  void chunkExtensionsAreNotKept() throws Exception {
    String chunk = "2;" + "x".repeat(4000) + "\r\nhi\r\n";
    try (GsiClient client = connect()) {
      client.send(POST + HOST + "Transfer-Encoding: chunked\r\n\r\n" + chunk + "0\r\n\r\n");
      assertEquals(200, client.readReply().status());
    }
  }

  @Test
  void aHundredThousandChunksOfOneByteAreOneRequest() throws Exception {
    try (GsiClient client = connect()) {
      client.send(POST + HOST + "Transfer-Encoding: chunked\r\n\r\n");
      for (int i = 0; i < 100; i++) {
        client.send("1\r\nx\r\n".repeat(1_000));
      }
      GsiClient.Reply reply = client.send("0\r\n\r\n").readReply();
      assertEquals(200, reply.status(), reply.body());
    }
  }

  @Test
  void aFloodOfPipelinedRequestsIsAnsweredOneByOneInOrder() throws Exception {
    int flood = 100;
    try (GsiClient client = connect()) {
      var all = new StringBuilder();
      for (int i = 0; i < flood; i++) {
        String body = "number " + (1000 + i);
        all.append(POST).append(HOST).append("Content-Length: ").append(body.length());
        all.append("\r\n\r\n").append(body);
      }
      client.send(all.toString());
      for (int i = 0; i < flood; i++) {
        String answer = client.readReply().body();
        assertTrue(answer.contains("number " + (1000 + i)), answer);
      }
    }
  }

  /** Such answers are given by the thread that serves all others of its selector, too. */
  @TestFactory
  Stream<DynamicTest> aFloodOfRequestsForNothingGetsOneAnswerAndTheEnd() {
    return Stream.of("GET /favicon.ico", "POST /elsewhere")
        .map(
            request ->
                dynamicTest(
                    request,
                    () -> {
                      String one = request + " HTTP/1.1\r\n" + HOST + "Content-Length: 0\r\n\r\n";
                      String answer = answers(one.repeat(100));
                      assertEquals(2, answer.split("HTTP/1.1 404", -1).length, answer);
                      assertTrue(answer.contains("Connection: close"), answer);
                    }));
  }

  @Test
  void whoShowsNoCertificateGetsOneAnswerAndTheEnd() throws Exception {
    String one = POST + HOST + "Content-Length: 0\r\n\r\n";
    try (GsiClient client = GsiClient.connectAnonymously(door.port())) {
      client.send(one.repeat(100));
      assertEquals(403, client.readReply().status());
      assertEquals(-1, client.read());
    }
  }

  /** Slow heads hold a place each, and give it up to whoever comes. */
  @Test
  void headsThatNeverEndMakeRoom() throws Exception {
    List<GsiClient> slow = new ArrayList<>();
    try {
      for (int i = 0; i < 40; i++) {
        slow.add(connect().send((POST + "X").getBytes(StandardCharsets.US_ASCII)));
      }
      theNextHonestClientIsServed();
    } finally {
      for (GsiClient client : slow) {
        client.close();
      }
    }
  }
}
