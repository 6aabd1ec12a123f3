package org.bora.storage.account;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NameServiceAccountsTest {
  private final List<String> asked = new ArrayList<>();
  private Instant now = Instant.EPOCH;

  private final Remembered<String, String> remembered =
      new Remembered<>(
          key -> {
            asked.add(key);
            return key.isEmpty() ? Optional.empty() : Optional.of(key + "!");
          },
          () -> now,
          new AccountSettings(Duration.ofSeconds(10), 16));

  private final NameServiceAccounts accounts =
      new NameServiceAccounts(AccountSettings.defaults(), InstantSource.system());

  @Test
  void rootIsKnownByNameAndNumber() {
    Account root = accounts.byName("root").orElseThrow();
    assertEquals(0, root.uid());
    assertEquals(0, root.gid());
    assertTrue(root.groups().contains(0), root::toString);
    assertEquals("root", accounts.userName(0));
    assertEquals("root", accounts.groupName(0));
    assertEquals(Optional.of(0), accounts.groupNumber("root"));
    assertEquals(Optional.empty(), accounts.groupNumber("no-such-group"));
    assertEquals(Optional.empty(), accounts.groupNumber(""));
  }

  @Test
  void strangersHaveNoAccountAndTheirNumberForAName() {
    assertEquals(Optional.empty(), accounts.byName("no-such-account"));
    assertEquals(Optional.empty(), accounts.byName(""));
    assertEquals(Optional.empty(), accounts.byName("root\0x"));
    assertEquals("3999999999", accounts.userName((int) 3_999_999_999L));
    assertEquals("3999999998", accounts.groupName((int) 3_999_999_998L));
  }

  @Test
  void anAnswerIsBelievedUntilItsTimeIsOver() {
    assertEquals(Optional.of("a!"), remembered.get("a"));
    now = now.plusSeconds(9);
    assertEquals(Optional.of("a!"), remembered.get("a"));
    assertEquals(1, asked.size());
    now = now.plusSeconds(1);
    assertEquals(Optional.of("a!"), remembered.get("a"));
    assertEquals(2, asked.size());
  }

  @Test
  void absenceIsRememberedToo() {
    assertEquals(Optional.empty(), remembered.get(""));
    assertEquals(Optional.empty(), remembered.get(""));
    assertEquals(1, asked.size());
  }

  @Test
  void theLeastAskedForGivesWay() {
    for (int key = 0; key < 16; key++) {
      assertTrue(remembered.get("k" + key).isPresent());
    }
    assertTrue(remembered.get("k0").isPresent());
    assertTrue(remembered.get("one more").isPresent());
    assertEquals(16, remembered.size());
    asked.clear();
    assertTrue(remembered.get("k0").isPresent());
    assertTrue(remembered.get("k1").isPresent());
    assertEquals(List.of("k1"), asked);
  }

  @Test
  void settingsSayWhatIsAllowed() {
    String keep = refusal(Duration.ZERO, 100);
    assertTrue(keep.contains("PT0S") && keep.contains("PT1S to PT24H"), keep);
    String entries = refusal(Duration.ofMinutes(1), 15);
    assertTrue(entries.contains("15") && entries.contains("16 to 1000000"), entries);
    assertFalse(refusal(Duration.ofDays(2), 100).isEmpty());
    assertFalse(refusal(Duration.ofDays(1), 1_000_001).isEmpty());
  }

  private static String refusal(Duration keep, int entries) {
    return assertThrows(IllegalArgumentException.class, () -> new AccountSettings(keep, entries))
        .getMessage();
  }

  @Test
  void theRightToGiveFilesAwayIsACapabilityAndNotAUserNumber() {
    List<String> all = List.of("Name:\tjava", "CapEff:\t000001ffffffffff");
    List<String> taken = List.of("CapEff:\t000001fffffffffe");
    assertTrue(ProcessRights.hasChown(all, 1000));
    assertFalse(ProcessRights.hasChown(taken, 0));
    assertTrue(ProcessRights.hasChown(List.of(), 0));
    assertFalse(ProcessRights.hasChown(List.of(), 1000));
  }

  @Test
  void theProcessKnowsWhoItIs() {
    ProcessRights rights = ProcessRights.ofThisProcess();
    assertEquals(System.getProperty("user.name"), accounts.userName(rights.uid()));
  }
}
