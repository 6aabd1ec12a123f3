package org.bora.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import org.bora.api.figures.TransferFigures;
import org.bora.door.http.Refused;
import org.bora.door.http.StillServed;
import org.bora.files.Transfers.Transfer;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.OpenFile;
import org.junit.jupiter.api.Test;

/** What is told of transfers in progress, and that one can be ended. */
class TransfersTest {
  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1_000_000_000);
  private final Transfers transfers = new Transfers(nanos::get);

  private Transfer begin(String name) {
    return transfers.begin(
        new Transfers.Subject("PUT", "/CN=Alice", name, "192.0.2.1", OptionalLong.of(100)));
  }

  private static ByteBuffer bytes(int count) {
    return ByteBuffer.allocate(count);
  }

  private List<String> names(int most) {
    return transfers.list(most).stream().map(TransferFigures::name).toList();
  }

  @Test
  void aRequestIsToldWhileItHasAFileOpen() throws Exception {
    try (Transfer transfer = begin("/vo/f")) {
      assertEquals(List.of(), names(9), "it moves nothing yet");
      OpenFile file = transfer.follow(new Nothing());
      file.write(bytes(30), 0);
      file.write(bytes(12), 30);
      nanos.addAndGet(Duration.ofMillis(1_500).toNanos());

      TransferFigures told = transfers.list(9).getFirst();
      assertEquals(
          "PUT /CN=Alice /vo/f 192.0.2.1",
          String.join(" ", told.kind(), told.caller(), told.name(), told.other()));
      assertEquals(42, told.bytes());
      assertEquals(OptionalLong.of(100), told.size());
      assertEquals(1.5, told.seconds());
    }
    assertEquals(List.of(), names(9));
  }

  @Test
  void whatIsCopiedHereCountsOnce() throws Exception {
    try (Transfer transfer = begin("/vo/copy")) {
      transfer.follow(new Nothing()).read(bytes(10), 0);
      transfer.follow(new Nothing()).write(bytes(10), 0);
      assertEquals(10, transfers.list(1).getFirst().bytes());
    }
  }

  @Test
  void thoseThatLastLongestComeFirst() {
    try (Transfer old = begin("/old")) {
      nanos.addAndGet(Duration.ofSeconds(2).toNanos()); // beyond the end of what a long holds
      try (Transfer young = begin("/young")) {
        young.follow(new Nothing());
        old.follow(new Nothing());
        assertEquals(List.of("/old", "/young"), names(9));
        assertEquals(List.of("/old"), names(1));
      }
    }
  }

  @Test
  void oneThatAnAdministratorEndsIsServedNoMore() throws Exception {
    try (Transfer one = begin("/one");
        Transfer other = begin("/other")) {
      one.follow(new Nothing());
      String id = transfers.list(1).getFirst().id();
      other.follow(new Nothing());
      StillServed served = new StillServed(() -> false, nanos::get).until(one::isEnded);
      assertFalse(transfers.end("none"));

      assertTrue(transfers.end(id));

      assertFalse(other.isEnded());
      served.check(); // asks once a second
      nanos.addAndGet(StillServed.EVERY.toNanos());
      assertEquals(403, assertThrows(Refused.class, served::check).status());
    }
  }

  /** A door hears of an order twice a second, from before the transfer moves to after its end. */
  @Test
  void anOrderThatIsHeardAgainAndAgainEndsItOnce() {
    Transfer one = begin("/one");
    one.follow(new Nothing());
    String id = transfers.list(1).getFirst().id();
    assertTrue(transfers.end(id));
    assertTrue(transfers.end(id), "it goes on until its next bytes");
    assertTrue(one.isEnded());
    one.close();
    assertFalse(transfers.end(id));

    try (Transfer again = begin("/one")) {
      again.follow(new Nothing());
      assertFalse(transfers.end(id), "its client may come again");
      assertFalse(again.isEnded());
    }
  }

  /** A file of which nothing counts but that bytes pass. */
  private static final class Nothing implements OpenFile {
    @Override
    public EntryFacts facts() {
      throw new UnsupportedOperationException();
    }

    @Override
    public int read(ByteBuffer into, long position) {
      return into.remaining();
    }

    @Override
    public void write(ByteBuffer from, long position) {
      from.position(from.limit());
    }

    @Override
    public boolean hold() {
      throw new UnsupportedOperationException();
    }

    @Override
    public void sum(String adler32) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void note(String name, String text) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Optional<String> note(String name) {
      return Optional.empty();
    }

    @Override
    public void close() {}
  }
}
