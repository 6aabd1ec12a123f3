package org.bora.backend.authorise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.util.List;
import org.bora.api.word.Caller;
import org.bora.api.word.Fqan;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.Surl;
import org.bora.backend.authorise.Entrance.Entry;
import org.bora.backend.locate.AreaTrees;
import org.bora.backend.locate.LocateSettings;
import org.bora.backend.locate.SurlLocator;
import org.junit.jupiter.api.Test;

class EntranceTest {

  private static final Caller MEMBER =
      new Caller("/CN=a", "/CN=CA", List.of(Fqan.parse("/testvo")), "::1");
  private static final Caller STRANGER = new Caller("/CN=b", "/CN=CA", List.of(), "::1");

  private final Entrance entrance =
      new Entrance(
          new SurlLocator(new LocateSettings(List.of("h")), List.of(AreaTrees.area("/top/testvo"))),
          WrittenRules.of("/top/testvo", "allow read to vo testvo"));

  private Entry enter(Caller caller, OperationClass use, String surl) {
    return entrance.enter(caller, use, new Surl(surl));
  }

  private static SrmStatus refusal(Entry entry) {
    return assertInstanceOf(Entry.Refused.class, entry).status().code();
  }

  @Test
  void whoMayGetsThePlace() {
    Entry entry = enter(MEMBER, OperationClass.READ, "srm://h/top/testvo/f");

    assertEquals("/top/testvo/f", assertInstanceOf(Entry.Inside.class, entry).place().sfn());
  }

  @Test
  void whoMayNotIsRefused() {
    assertEquals(
        SrmStatus.AUTHORIZATION_FAILURE,
        refusal(enter(MEMBER, OperationClass.WRITE, "srm://h/top/testvo/f")));
    assertEquals(
        SrmStatus.AUTHORIZATION_FAILURE,
        refusal(enter(STRANGER, OperationClass.LIST, "srm://h/top/testvo")));
  }

  @Test
  void strangersDoNotEvenSeeTheTop() {
    assertEquals(new Entry.Above("/top"), enter(MEMBER, OperationClass.LIST, "srm://h/top"));
    assertEquals(
        SrmStatus.AUTHORIZATION_FAILURE, refusal(enter(STRANGER, OperationClass.LIST, "srm://h/")));
  }

  @Test
  void nowhereIsToldAsItIs() {
    assertEquals(
        SrmStatus.INVALID_PATH, refusal(enter(STRANGER, OperationClass.LIST, "srm://h/none")));
  }
}
