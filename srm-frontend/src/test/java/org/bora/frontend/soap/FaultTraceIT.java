package org.bora.frontend.soap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.bora.frontend.reply.FailureReplies;
import org.junit.jupiter.api.Test;

/** The log says where in the chain a request was found to be none; the client does not read it. */
class FaultTraceIT extends OnEndpoint {

  @Test
  void theStackOfAFaultIsLoggedForDebugging() throws Exception {
    List<LogRecord> lines = new CopyOnWriteArrayList<>();
    Handler handler =
        new Handler() {
          @Override
          public void publish(LogRecord line) {
            lines.add(line);
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    Logger log = Logger.getLogger(FailureReplies.class.getName());
    log.addHandler(handler);
    log.setLevel(Level.FINE);
    try {
      Endpoint.Reply reply = endpoint.post("<broken");

      assertEquals(500, reply.code());
      assertFalse(reply.body().contains("org.apache.cxf"), reply.body());
    } finally {
      log.setLevel(null);
      log.removeHandler(handler);
    }
    assertTrue(
        lines.stream()
            .filter(line -> line.getThrown() != null)
            .flatMap(line -> Arrays.stream(line.getThrown().getStackTrace()))
            .anyMatch(
                frame -> frame.getClassName().equals("org.apache.cxf.phase.PhaseInterceptorChain")),
        lines.toString());
  }
}
