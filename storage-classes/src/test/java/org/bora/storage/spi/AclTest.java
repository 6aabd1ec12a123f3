package org.bora.storage.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class AclTest {
  private static final int ALICE = 1000;
  private static final int BOB = 1001;
  private static final int CAROL = 1002;
  private static final Owner OWNER = new Owner(ALICE, 500);

  @Test
  void threeDigitsAndAListWithoutNamesAreTheSame() {
    for (int mode = 0; mode <= 0777; mode++) {
      Acl acl = Acl.ofMode(mode);
      assertTrue(acl.isMinimal());
      assertEquals(mode, acl.mode());
    }
  }

  @Test
  void theMaskIsTheUnionOfTheGroupClassAndGoesWithTheLastName() {
    Acl acl = Acl.ofMode(0640).withUser(BOB, 6).withNamedGroup(700, 1);
    assertEquals(OptionalInt.of(7), acl.mask());
    assertEquals(0670, acl.mode());
    Acl one = acl.withoutUser(BOB);
    assertEquals(OptionalInt.of(5), one.mask());
    assertEquals(Acl.ofMode(0640), one.withoutNamedGroup(700));
    assertEquals(Acl.ofMode(0640), Acl.ofMode(0640).withoutUser(BOB));
  }

  @Test
  void oneMaysRightIsNobodyElsesGain() {
    // bob was given everything, then the mask took all of it away
    Acl closed = new Acl(6, List.of(new AclEntry(BOB, 7)), 5, List.of(), OptionalInt.of(0), 0);
    Acl opened = closed.withUser(CAROL, 4);
    assertEquals(0, opened.permits(OWNER, BOB, List.of()) & 4);
    assertEquals(4, opened.permits(OWNER, CAROL, List.of()));
    assertEquals(0, opened.permits(OWNER, 3, List.of(500)));
    assertEquals(closed.mode(), opened.withoutUser(CAROL).mode());
    assertEquals(0, opened.withoutUser(CAROL).permits(OWNER, BOB, List.of()));
  }

  @Test
  void aChangeWithinTheMaskLeavesTheOthersAsTheyWere() {
    Acl acl = new Acl(6, List.of(new AclEntry(BOB, 7)), 5, List.of(), OptionalInt.of(4), 0);
    assertEquals(OptionalInt.of(7), acl.withUser(CAROL, 4).user(BOB));
    assertEquals(acl, acl.withUser(CAROL, 4).withoutUser(CAROL));
  }

  @Test
  void whatIsEffectiveNeedsNoMask() {
    Acl acl =
        new Acl(
            7,
            List.of(new AclEntry(BOB, 7)),
            5,
            List.of(new AclEntry(700, 6)),
            OptionalInt.of(4),
            1);
    Acl effective = acl.effective();
    assertEquals(OptionalInt.of(4), effective.user(BOB));
    assertEquals(OptionalInt.of(4), effective.namedGroup(700));
    assertEquals(4, effective.group());
    assertEquals(acl.mode(), effective.mode());
  }

  @Test
  void rightsFollowTheAccessCheckOfPosix() {
    Acl acl =
        new Acl(
            4,
            List.of(new AclEntry(BOB, 0), new AclEntry(ALICE, 7)),
            2,
            List.of(new AclEntry(700, 5), new AclEntry(701, 7)),
            OptionalInt.of(6),
            7);
    assertEquals(4, acl.permits(OWNER, ALICE, List.of(500, 700)), "the owner has the owner's");
    assertEquals(0, acl.permits(OWNER, BOB, List.of(700)), "a named user has no more than that");
    assertEquals(2, acl.permits(OWNER, CAROL, List.of(500)), "the owning group");
    assertEquals(6, acl.permits(OWNER, CAROL, List.of(500, 700)), "groups add up, below the mask");
    assertEquals(6, acl.permits(OWNER, CAROL, List.of(701)));
    assertEquals(7, acl.permits(OWNER, CAROL, List.of(3)), "everybody else has no mask");
  }

  @Test
  void newFilesTakeWhatTheirModeLeavesOfADefaultList() {
    Acl preset = new Acl(7, List.of(new AclEntry(BOB, 7)), 5, List.of(), OptionalInt.of(7), 5);
    Acl file = preset.limitedTo(6);
    assertEquals(0664, file.mode());
    assertEquals(6, file.permits(OWNER, BOB, List.of()));
    assertEquals(Acl.ofMode(0644), Acl.ofMode(0755).limitedTo(6));
  }

  @Test
  void aListThatNoKernelWouldTakeIsRefused() {
    OptionalInt none = OptionalInt.empty();
    AclEntry bob = new AclEntry(BOB, 4);
    assertThrows(
        IllegalArgumentException.class, () -> new Acl(6, List.of(bob), 4, List.of(), none, 0));
    assertThrows(
        IllegalArgumentException.class,
        () -> new Acl(6, List.of(bob, bob), 4, List.of(), OptionalInt.of(4), 0));
    assertThrows(
        IllegalArgumentException.class, () -> new Acl(8, List.of(), 4, List.of(), none, 0));
    assertThrows(IllegalArgumentException.class, () -> new AclEntry(BOB, 9));
    assertThrows(IllegalArgumentException.class, () -> new AclEntry(-1, 4));
    assertFalse(Acl.ofMode(0600).withUser(BOB, 0).isMinimal());
  }
}
