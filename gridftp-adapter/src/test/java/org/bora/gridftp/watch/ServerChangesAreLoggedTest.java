package org.bora.gridftp.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ServerChangesAreLoggedTest {

  private final Logger logger = Logger.getLogger(WatchedServer.class.getName());
  private final List<String> lines = new ArrayList<>();
  private final Handler ears =
      new Handler() {
        @Override
        public void publish(LogRecord record) {
          lines.add(record.getLevel() + " " + record.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  @BeforeEach
  void listen() {
    logger.addHandler(ears);
    logger.setUseParentHandlers(false);
  }

  @AfterEach
  void stop() {
    logger.removeHandler(ears);
    logger.setUseParentHandlers(true);
  }

  @Test
  void eachChangeOnceWithItsReason() {
    try (Bench bench = new Bench("a")) {
      bench.up("a");
      bench.watch.turnAll();
      bench.round();
      bench.down("a", "connection refused");
      for (int i = 0; i < 5; i++) {
        bench.round();
      }
      bench.up("a");
      for (int i = 0; i < 5; i++) {
        bench.round();
      }
    }
    assertEquals(
        List.of(
            "INFO GridFTP server a (a.org:2811) is up: logged in",
            "SEVERE GridFTP server a (a.org:2811) is down and gets no TURLs: connection refused",
            "INFO GridFTP server a (a.org:2811) is up: logged in"),
        lines);
  }

  @Test
  void aServerThatIsDownFromTheStartIsSaidOnce() {
    try (Bench bench = new Bench("a")) {
      bench.down("a", "connection refused");
      bench.watch.turnAll();
      bench.round();
    }
    assertEquals(
        List.of(
            "SEVERE GridFTP server a (a.org:2811) is down and gets no TURLs: connection refused"),
        lines);
  }
}
