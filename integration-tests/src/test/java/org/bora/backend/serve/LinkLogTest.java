package org.bora.backend.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLHandshakeException;
import org.bora.it.site.LogLines;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Here and not beside the class, because only here is something that logs. */
class LinkLogTest {
  private final AtomicLong now = new AtomicLong();
  private final LinkLog log = new LinkLog(() -> null, now::get);
  private final LogLines lines = new LogLines(LinkLog.class.getName());

  @AfterEach
  void end() {
    lines.close();
  }

  private static InetSocketAddress from(int host, int port) {
    return new InetSocketAddress("192.0.2." + host, port);
  }

  private static SSLHandshakeException alert(String name) {
    return new SSLHandshakeException("Received fatal alert: " + name);
  }

  private int told() {
    return lines.with("was refused").size();
  }

  @Test
  void theSameReasonFromTheSameAddressIsToldOnce() {
    for (int attempt = 0; attempt < 100; attempt++) {
      log.failed(from(1, 40_000 + attempt), alert("unknown_ca"));
    }
    assertEquals(1, told());
    log.failed(from(2, 40_000), alert("unknown_ca"));
    assertEquals(2, told());
  }

  @Test
  void anotherReasonIsToldAndSoIsTheSameOneAfterTheFrontendWasIn() {
    log.failed(from(1, 1), alert("unknown_ca"));
    log.failed(from(1, 2), alert("certificate_expired"));
    assertEquals(2, told());
    log.arrived(from(1, 3), "CN=frontend1");
    log.failed(from(1, 4), alert("certificate_expired"));
    assertEquals(3, told());
  }

  @Test
  void strangersWithManyAddressesCannotFillTheLog() {
    for (int host = 1; host <= LinkLog.MOST_LINES; host++) {
      log.failed(from(host, 1), alert("unknown_ca"));
    }
    assertEquals(LinkLog.MOST_LINES, told());
    assertEquals(0, lines.with("are not logged").size());
    log.failed(from(100, 1), alert("unknown_ca"));
    log.failed(from(101, 1), alert("unknown_ca"));
    assertEquals(LinkLog.MOST_LINES, told());
    assertEquals(1, lines.with("are not logged").size());
    now.addAndGet(TimeUnit.MINUTES.toNanos(1));
    log.failed(from(102, 1), alert("unknown_ca"));
    assertEquals(LinkLog.MOST_LINES + 1, told());
  }
}
