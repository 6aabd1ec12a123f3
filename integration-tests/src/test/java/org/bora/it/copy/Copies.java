package org.bora.it.copy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.bora.it.wire.SrmClient;

/** A user who copies: delegates with the call, and asks until it is done. */
final class Copies {
  private static final Set<String> GOING_ON =
      Set.of(
          "SRM_REQUEST_QUEUED",
          "SRM_REQUEST_INPROGRESS",
          "SRM_REQUEST_SUSPENDED",
          "SRM_INTERNAL_ERROR"); // a moment's trouble: clients ask again
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final int port;
  private final Path proxy;

  Copies(int port, Path proxy) {
    this.port = port;
    this.proxy = proxy;
  }

  /** What stands in an srmCopyRequest. */
  static String pair(String source, String target, String more) {
    return "<arrayOfFileRequests><requestArray><sourceSURL>"
        + source
        + "</sourceSURL><targetSURL>"
        + target
        + "</targetSURL></requestArray></arrayOfFileRequests>"
        + more;
  }

  /** The first answer. */
  SrmClient.Answer begin(String source, String target, String more) throws Exception {
    try (SrmClient client = SrmClient.delegating("localhost", port, proxy)) {
      return client.call("srmCopy", pair(source, target, more));
    }
  }

  /** The last answer. */
  SrmClient.Answer copy(String source, String target, String more) throws Exception {
    return end(begin(source, target, more));
  }

  SrmClient.Answer copy(String source, String target) throws Exception {
    return copy(source, target, "");
  }

  /** Asks, from a connection on which nothing is delegated, until nothing goes on any more. */
  SrmClient.Answer end(SrmClient.Answer begun) throws Exception {
    String token = begun.element("requestToken");
    SrmClient.Answer answer = begun;
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (GOING_ON.contains(answer.code())) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("no end after " + PATIENCE + ": " + answer.body());
      }
      LockSupport.parkNanos(100_000_000); // as a client would between two questions
      answer = status(token);
    }
    return answer;
  }

  SrmClient.Answer status(String token) throws Exception {
    return call("srmStatusOfCopyRequest", "<requestToken>" + token + "</requestToken>");
  }

  SrmClient.Answer call(String operation, String fields) throws Exception {
    try (SrmClient client = new SrmClient("localhost", port, proxy)) {
      return client.call(operation, fields);
    }
  }
}
