package org.bora.frontend.soap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class WsdlTest {

  @Test
  void theDocumentIsWrittenOnceHoweverManyAskAtTheSameTime() throws Exception {
    AtomicInteger written = new AtomicInteger();
    CountDownLatch asked = new CountDownLatch(8);
    Wsdl wsdl =
        new Wsdl(
            () -> {
              written.incrementAndGet();
              return "<definitions/>".getBytes(StandardCharsets.UTF_8);
            });
    Callable<Wsdl.Document> ask =
        () -> {
          asked.countDown();
          asked.await();
          return wsdl.document();
        };
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Wsdl.Document> documents =
          threads.invokeAll(Stream.generate(() -> ask).limit(8).toList()).stream()
              .map(future -> future.resultNow())
              .toList();

      documents.forEach(document -> assertSame(documents.getFirst(), document));
    }
    assertEquals(1, written.get());
  }

  @Test
  void anotherDocumentHasAnotherTag() {
    assertEquals(tag("<a/>"), tag("<a/>"));
    assertNotEquals(tag("<a/>"), tag("<b/>"));
  }

  private static String tag(String text) {
    return new Wsdl(() -> text.getBytes(StandardCharsets.UTF_8)).document().tag();
  }
}
