package org.bora.backend.access;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.stream.Stream;
import org.bora.api.word.Surl;
import org.bora.backend.locate.AreaTrees;
import org.bora.backend.locate.Location.Place;
import org.bora.backend.request.NameKey;
import org.bora.backend.request.RequestToken;
import org.bora.storage.spi.Acl;
import org.bora.storage.spi.AreaPath;
import org.junit.jupiter.api.Test;

class GrantedRightsTest {
  private static final int BOB = 1001;
  private static final int CAROL = 1002;
  private static final OptionalInt NONE = OptionalInt.empty();
  private static final Acl PRIVATE = Acl.ofMode(0600);

  private static AclGrant read(int uid, OptionalInt before, boolean live) {
    Place place = new Place(AreaTrees.area("/vo"), AreaPath.parse("f"));
    return new AclGrant(
        GrantedEntry.at(place),
        uid,
        new RequestToken(UUID.randomUUID()),
        NameKey.of(new Surl("srm://h/vo/f"), place),
        4,
        before,
        live);
  }

  private static Acl adjusted(Acl acl, AclGrant... grants) {
    return GrantedRights.adjusted(acl, Stream.of(grants).toList());
  }

  @Test
  void whatIsLiveIsThereAndWhatIsOverIsNot() {
    Acl open = adjusted(PRIVATE, read(BOB, NONE, true), read(CAROL, NONE, true));
    assertEquals(PRIVATE.withUser(BOB, 4).withUser(CAROL, 4), open);
    assertEquals(open, adjusted(open, read(BOB, NONE, true), read(CAROL, NONE, true)));
    assertEquals(
        PRIVATE.withUser(CAROL, 4),
        adjusted(open, read(BOB, NONE, false), read(CAROL, NONE, true)));
    assertEquals(PRIVATE, adjusted(open, read(BOB, NONE, false), read(CAROL, NONE, false)));
    assertEquals(PRIVATE, adjusted(PRIVATE, read(BOB, NONE, false)), "it never got so far");
  }

  @Test
  void theLastOfSeveralTakesItAway() {
    Acl open = PRIVATE.withUser(BOB, 4);
    assertEquals(open, adjusted(open, read(BOB, NONE, false), read(BOB, NONE, true)));
    assertEquals(PRIVATE, adjusted(open, read(BOB, NONE, false), read(BOB, NONE, false)));
  }

  @Test
  void whatTheAccountHadBeforeComesBack() {
    Acl shut = Acl.ofMode(0644).withUser(BOB, 0);
    Acl open = adjusted(shut, read(BOB, OptionalInt.of(0), true));
    assertEquals(OptionalInt.of(4), open.user(BOB));
    assertEquals(shut, adjusted(open, read(BOB, OptionalInt.of(0), false)));
  }

  @Test
  void whatOthersMadeOfTheEntryStays() {
    Acl theirs = PRIVATE.withUser(BOB, 6);
    assertEquals(theirs, adjusted(theirs, read(BOB, NONE, true)));
    assertEquals(theirs, adjusted(theirs, read(BOB, NONE, false)));
    Acl shut = PRIVATE.withUser(BOB, 0);
    assertEquals(shut, adjusted(shut, read(BOB, NONE, false)));
  }

  @Test
  void aMaskThatSilencesALiveEntryIsWidened() {
    Acl silenced = new Acl(6, PRIVATE.withUser(BOB, 4).users(), 0, List.of(), OptionalInt.of(0), 0);
    assertEquals(PRIVATE.withUser(BOB, 4), adjusted(silenced, read(BOB, NONE, true)));
  }
}
