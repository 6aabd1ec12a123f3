package org.bora.backend.space;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.bora.storage.spi.SpaceFacts;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.junit.jupiter.api.Test;

class RoomLookTest {
  private static final SpaceFacts FACTS = new SpaceFacts(10, 5, "test");

  @Test
  void aFilesystemThatHangsIsAskedOnceAndHeardWhenItAnswers() throws Exception {
    RoomLook looks = new RoomLook(Duration.ofMillis(1));
    CountDownLatch mended = new CountDownLatch(1);
    AtomicInteger asked = new AtomicInteger();
    for (int i = 0; i < 3; i++) {
      StorageException hanging =
          assertThrows(
              StorageException.class,
              () ->
                  looks.at(
                      "slow",
                      () -> {
                        asked.incrementAndGet();
                        mended.await();
                        return FACTS;
                      }));
      assertEquals(Reason.IO, hanging.reason());
    }
    assertEquals(FACTS, new RoomLook(Duration.ofSeconds(20)).at("quick", () -> FACTS));
    mended.countDown();
    SpaceFacts heard = null;
    while (heard == null) {
      try {
        heard = looks.at("slow", () -> new SpaceFacts(1, 1, "another"));
      } catch (StorageException early) {
        Thread.onSpinWait();
      }
    }
    assertEquals(FACTS, heard);
    assertEquals(1, asked.get());
  }

  @Test
  void aFilesystemThatFailsSaysWhyAndIsAskedAgainTheNextTime() throws Exception {
    RoomLook looks = new RoomLook(Duration.ofSeconds(20));
    StorageException refusal = new StorageException(Reason.DENIED, "no");
    assertEquals(
        refusal,
        assertThrows(
            StorageException.class,
            () ->
                looks.at(
                    "vo",
                    () -> {
                      throw refusal;
                    })));
    assertEquals(FACTS, looks.at("vo", () -> FACTS));
  }
}
