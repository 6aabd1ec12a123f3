package org.bora.backend.area;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.bora.api.BackendFailure;
import org.bora.api.area.ServedArea;
import org.bora.backend.area.Claims.Verdict;
import org.bora.storage.spi.RootFacts;
import org.junit.jupiter.api.Test;

/** A door believes backends about which directory an area is. */
class ToldClaimsTest {
  private static final UUID MARK = UUID.fromString("00000000-0000-0000-0000-000000000001");

  private final List<ServedArea> told = new ArrayList<>();
  private final ToldClaims claims = new ToldClaims(() -> List.copyOf(told), area -> "/data/a");

  private Verdict look(Optional<UUID> mark, long inode) {
    return claims.enter("a", new RootFacts(mark, inode), new TreeMap<>());
  }

  private void tell(String root, UUID mark, long inode) {
    told.clear();
    told.add(new ServedArea("a", root, mark.toString(), inode));
  }

  @Test
  void theDirectoryThatBackendsServeIsTheArea() {
    tell("/data/a", MARK, 7);
    assertEquals(new Verdict.Accepted(MARK), look(Optional.of(MARK), 7));
  }

  @Test
  void anotherMarkOrNoneOrACopyOrAnotherPathIsRefusedWithTheReason() {
    tell("/data/a", MARK, 7);
    refused("no mark", look(Optional.empty(), 7));
    refused("mark " + UUID.fromString("0-0-0-0-2"), look(Optional.of(new UUID(0, 2)), 7));
    refused("probably a copy", look(Optional.of(MARK), 8));
    tell("/mnt/a", MARK, 7);
    refused("is /data/a here and /mnt/a on backends", look(Optional.of(MARK), 7));
  }

  private static void refused(String reason, Verdict verdict) {
    if (!(verdict instanceof Verdict.Refused(String why))) {
      throw new AssertionError(verdict.toString());
    }
    assertTrue(why.contains(reason), why);
    assertTrue(why.contains("correct 'root'"), why);
  }

  @Test
  void nothingIsClaimedWhileNoBackendServesTheArea() {
    assertThrows(BackendFailure.class, () -> look(Optional.of(MARK), 7));
  }

  @Test
  void whatWasToldLastHoldsWhereTheNextBackendDoesNotServeTheArea() {
    tell("/data/a", MARK, 7);
    look(Optional.of(MARK), 7);
    told.clear();
    assertEquals(new Verdict.Accepted(MARK), look(Optional.of(MARK), 7));
    tell("/data/a", new UUID(0, 2), 7);
    refused("mark", look(Optional.of(MARK), 7));
  }
}
