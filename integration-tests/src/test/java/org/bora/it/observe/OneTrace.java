package org.bora.it.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.bora.it.wire.SrmClient;
import org.bora.server.trace.TraceCollector;
import org.bora.server.trace.TraceCollector.Told;

/** A call over the wire, and what a collector of traces is told of it. */
public final class OneTrace {
  private static final String ALICE = "/DC=test/DC=grid/OU=people/CN=Alice Test";
  private static final String PUT = "srmPrepareToPut";
  private static final String TOKEN = "bora.token";
  private static final String CALL = "bora.call";
  private static final String CALLER = "enduser.id";

  private OneTrace() {}

  /**
   * Alice prepares a put, and the token of her request leads to one trace: her call in the
   * frontend, below it the one in the backend, below that what was asked of the database.
   *
   * @param surl a name that is free
   * @param frontend what that half is called in traces
   * @param backend the same
   */
  public static void ofAPut(
      TraceCollector collector, int port, Path proxy, String surl, String frontend, String backend)
      throws Exception {
    try (SrmClient alice = new SrmClient("localhost", port, proxy)) {
      String token = prepared(alice, surl);
      look(collector, token, frontend, backend);
      alice.call("srmAbortRequest", "<requestToken>" + token + "</requestToken>");
    }
  }

  private static String prepared(SrmClient alice, String surl) throws Exception {
    SrmClient.Answer put =
        alice.call(
            PUT,
            "<arrayOfFileRequests><requestArray><targetSURL>"
                + surl
                + "</targetSURL></requestArray></arrayOfFileRequests>");
    assertEquals("SRM_SUCCESS", put.code(), put.body());
    return put.element("requestToken");
  }

  private static void look(TraceCollector collector, String token, String frontend, String backend)
      throws InterruptedException {
    List<Told> told = collector.await(all -> isWhole(all, token));
    List<Told> calls = of(told, token);
    assertEquals(2, calls.size(), calls::toString);
    Told first = calls.stream().filter(step -> step.parent().isEmpty()).findFirst().orElseThrow();
    Told second = calls.get(1 - calls.indexOf(first));
    assertEquals(List.of(frontend, PUT), List.of(first.service(), first.name()));
    assertEquals(List.of(backend, PUT), List.of(second.service(), second.name()));
    assertEquals(List.of(first.trace(), first.id()), List.of(second.trace(), second.parent()));
    assertEquals(ALICE, first.attributes().get(CALLER));
    assertEquals("done", first.attributes().get("bora.result"));
    assertEquals(PUT, second.attributes().get("rpc.method"));
    assertEquals(first.attributes().get(CALL), second.attributes().get(CALL), "as in both logs");

    Map<String, Told> whole =
        told.stream()
            .filter(step -> step.trace().equals(first.trace()))
            .collect(Collectors.toMap(Told::id, step -> step));
    for (Told step : whole.values()) {
      if (!calls.contains(step)) {
        assertEquals(backend, step.service(), step::toString);
        assertTrue(Set.of("read", "transaction").contains(step.name()), step::toString);
        assertTrue(whole.containsKey(step.parent()), step::toString);
        assertNotEquals(first.id(), step.parent(), step::toString);
      }
    }
  }

  /** Both halves have told, and the backend of its transaction too. */
  private static boolean isWhole(List<Told> all, String token) {
    List<Told> calls = of(all, token);
    return calls.size() > 1
        && all.stream()
            .anyMatch(
                step ->
                    step.name().equals("transaction")
                        && step.trace().equals(calls.getFirst().trace()));
  }

  private static List<Told> of(List<Told> all, String token) {
    return all.stream().filter(step -> token.equals(step.attributes().get(TOKEN))).toList();
  }
}
