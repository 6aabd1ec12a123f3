package org.bora.gridftp.control;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.net.InetAddress;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A name service that hangs holds nobody for longer than asked, and gathers no threads. */
class HostAddressesTest {

  private static final Duration SHORT = Duration.ofMillis(20);
  private static final Duration LONG = Duration.ofMinutes(1);
  private static final InetAddress[] FOUND = {InetAddress.ofLiteral("192.0.2.1")};

  private final CountDownLatch awake = new CountDownLatch(1);
  private final AtomicInteger asked = new AtomicInteger();
  private final HostAddresses names = new HostAddresses(this::answer);

  private InetAddress[] answer(String host) throws UnknownHostException {
    asked.incrementAndGet();
    switch (host) {
      case "hangs" -> awaken();
      case "nobody" -> throw new UnknownHostException(host + ": Name or service not known");
      default -> {
        // answers at once
      }
    }
    return FOUND;
  }

  private void awaken() {
    try {
      awake.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @AfterEach
  void letItGo() {
    awake.countDown();
  }

  @Test
  void whoWaitsIsToldInTimeAndTheOthersAreServed() throws Exception {
    var failure = assertThrows(SocketTimeoutException.class, () -> names.of("hangs", SHORT));
    assertEquals(
        "the name service did not tell the address of hangs within 0.02 s", failure.getMessage());
    assertArrayEquals(FOUND, names.of("answers", LONG));
  }

  @Test
  void oneThreadWaitsForANameHoweverOftenItIsAsked() throws Exception {
    for (int i = 0; i < 10; i++) {
      assertThrows(SocketTimeoutException.class, () -> names.of("hangs", SHORT));
    }
    assertEquals(1, asked.get());
    awake.countDown();
    assertArrayEquals(FOUND, names.of("hangs", LONG));
  }

  @Test
  void whatIsNotKnownIsSaidAndAskedAnewTheNextTime() {
    for (int i = 1; i <= 2; i++) {
      var failure = assertThrows(UnknownHostException.class, () -> names.of("nobody", LONG));
      assertEquals("nobody is not known", failure.getMessage());
      assertEquals(i, asked.get());
    }
  }
}
