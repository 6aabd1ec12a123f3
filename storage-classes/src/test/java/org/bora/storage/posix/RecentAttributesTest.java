package org.bora.storage.posix;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.bora.storage.linux.StatCalls.Stat;
import org.bora.storage.posix.BoraAttributes.Carried;
import org.bora.storage.spi.Vouched;
import org.junit.jupiter.api.Test;

class RecentAttributesTest {
  private static final Instant CHANGED = Instant.parse("2026-05-01T10:00:00.25Z");
  private static final KnownFile KNOWN =
      new KnownFile(
          new FileAttributes(AttributeTexts.NOTHING, Optional.of("a seal"), Optional.empty()),
          Carried.NOTHING,
          Vouched.NOTHING,
          "keys",
          0);

  private static Stat file(long device, long inode, Instant changed) {
    return new Stat(0x81a4, device, 1, 0, 0, inode, 9, 9, changed, changed, Optional.empty());
  }

  private static RecentAttributes at(Instant now, int most) {
    return new RecentAttributes(InstantSource.fixed(now), most);
  }

  private static RecentAttributes later() {
    return at(CHANGED.plusSeconds(60), 2);
  }

  @Test
  void areThoseOfAFileWhoseStatusIsTheSame() {
    RecentAttributes recent = later();
    recent.keep(file(1, 7, CHANGED), KNOWN);
    assertEquals(Optional.of(KNOWN), recent.find(file(1, 7, CHANGED)));
  }

  @Test
  void areNotThoseOfAFileThatChangedSinceOrOfAnotherFile() {
    RecentAttributes recent = later();
    recent.keep(file(1, 7, CHANGED), KNOWN);
    assertEquals(Optional.empty(), recent.find(file(1, 7, CHANGED.plusNanos(1))));
    assertEquals(Optional.empty(), recent.find(file(1, 8, CHANGED)));
    assertEquals(Optional.empty(), recent.find(file(2, 7, CHANGED)));
  }

  @Test
  void areNotKeptOfAFileWhoseNextChangeMayShowTheSameTime() {
    Stat file = file(1, 7, CHANGED);
    RecentAttributes soon = at(CHANGED.plus(RecentAttributes.SETTLED), 2);
    soon.keep(file, KNOWN);
    assertEquals(Optional.empty(), soon.find(file));
    RecentAttributes settled = at(CHANGED.plus(RecentAttributes.SETTLED).plusNanos(1), 2);
    settled.keep(file, KNOWN);
    assertEquals(Optional.of(KNOWN), settled.find(file));
  }

  @Test
  void thatNothingAskedForTheLongestGiveWay() {
    RecentAttributes recent = later();
    recent.keep(file(1, 1, CHANGED), KNOWN);
    recent.keep(file(1, 2, CHANGED), KNOWN);
    recent.find(file(1, 1, CHANGED));
    recent.keep(file(1, 3, CHANGED), KNOWN);
    assertEquals(Optional.of(KNOWN), recent.find(file(1, 1, CHANGED)));
    assertEquals(Optional.empty(), recent.find(file(1, 2, CHANGED)));
  }
}
