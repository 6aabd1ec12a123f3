package org.bora.door.admit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.bora.api.word.Caller;
import org.bora.api.word.Fqan;
import org.bora.door.admit.turn.RetryTimes;
import org.bora.door.admit.turn.TurnSettings;
import org.bora.door.gsi.Identity;
import org.junit.jupiter.api.Test;

class BoundedAdmissionTest {
  private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");
  private static final Clock CLOCK = Clock.fixed(NOW, ZoneOffset.UTC);
  private static final BanSettings NO_BANS = BanSettings.defaults();

  /** Whom a backend has served before. */
  private static final List<String> USERS =
      List.of("Alice", "Bob", "Carol", "Dave", "a", "b", "c", "d", "0", "1", "2", "3");

  @Test
  void anAdmittedCallHasItsDeadline() {
    Verdict verdict = admission(2, 2, NO_BANS).admit(known("/CN=Alice"));

    assertEquals(NOW.plusSeconds(60), assertInstanceOf(Verdict.Admitted.class, verdict).deadline());
  }

  @Test
  void theShareOfACallerIsBoundedAndGivenBack() {
    BoundedAdmission admission = admission(10, 2, NO_BANS);
    Verdict first = admission.admit(known("/CN=Alice"));
    Verdict second = admission.admit(known("/CN=Alice"));

    Verdict third = admission.admit(known("/CN=Alice"));
    assertTrue(assertInstanceOf(Verdict.Busy.class, third).own());
    assertInstanceOf(Verdict.Admitted.class, admission.admit(known("/CN=Bob"))).close();

    first.close();
    assertInstanceOf(Verdict.Admitted.class, admission.admit(known("/CN=Alice"))).close();
    second.close();
    assertEquals(0, admission.callsInProgress());
  }

  @Test
  void nobodyIsLetInBeforeTheOrdersAreKnown() {
    Ban written = new Ban("/CN=Mallory", "");
    BanSettings bans = new BanSettings(List.of(written), List.of(), List.of());
    BoundedAdmission admission = admission(2, 2, bans);
    admission.awaitOrders();

    assertEquals(
        new Verdict.NotReady("/CN=Alice", Duration.ofSeconds(5)),
        admission.admit(known("/CN=Alice")));
    assertInstanceOf(Verdict.Banned.class, admission.admit(known("/CN=Mallory")));
    assertEquals(0, admission.callsInProgress());

    Ban ordered = new Ban("/CN=Eve", "order 1");
    admission.order(new BanSettings(List.of(ordered), List.of(), List.of()));
    assertInstanceOf(Verdict.Banned.class, admission.admit(known("/CN=Eve")));
    assertInstanceOf(Verdict.Admitted.class, admission.admit(known("/CN=Alice"))).close();
  }

  @Test
  void theRoomOfTheServerIsBounded() {
    BoundedAdmission admission = admission(2, 2, NO_BANS);
    Verdict first = admission.admit(known("/CN=Alice"));
    Verdict second = admission.admit(known("/CN=Bob"));

    Verdict third = admission.admit(known("/CN=Carol"));

    assertEquals(new Verdict.Busy("/CN=Carol", Verdict.Full.SERVER, Duration.ofSeconds(5)), third);
    first.close();
    second.close();
  }

  @Test
  void transfersHavePlacesOfTheirOwn() {
    BoundedAdmission admission = admission(2, 2, NO_BANS);
    Admission transfers = admission.transfers();
    Verdict first = transfers.admit(known("/CN=Alice"));
    Verdict second = transfers.admit(known("/CN=Alice"));
    assertEquals(
        new Verdict.Busy("/CN=Alice", Verdict.Full.TRANSFERS_OF_CALLER, Duration.ofSeconds(5)),
        transfers.admit(known("/CN=Alice")),
        "of a caller");
    Verdict third = assertInstanceOf(Verdict.Admitted.class, transfers.admit(known("/CN=Bob")));
    assertEquals(
        new Verdict.Busy("/CN=Carol", Verdict.Full.SERVER, Duration.ofSeconds(5)),
        transfers.admit(known("/CN=Carol")),
        "of all");

    assertEquals(3, admission.transfersInProgress());
    assertEquals(2, admission.transfersRefused());
    assertEquals(0, admission.callsInProgress());
    assertInstanceOf(Verdict.Admitted.class, admission.admit(known("/CN=Alice"))).close();
    List.of(first, second, third).forEach(Verdict::close);
    assertEquals(0, admission.transfersInProgress());
    assertInstanceOf(Verdict.Admitted.class, transfers.admit(known("/CN=Carol"))).close();
  }

  @Test
  void whoIsBannedGetsNoTransfer() {
    BanSettings bans = new BanSettings(List.of(new Ban("/CN=Mallory", "")), List.of(), List.of());
    BoundedAdmission admission = admission(2, 2, bans);

    assertInstanceOf(Verdict.Banned.class, admission.transfers().admit(known("/CN=Mallory")));
    assertEquals(0, admission.transfersInProgress());
  }

  @Test
  void noFewCallersTakeAllTheRoom() {
    BoundedAdmission admission = admission(4000, 2500, NO_BANS);
    assertEquals(2500, taken(admission, "/CN=Alice"), "the most that one may have");
    assertEquals(1000, taken(admission, "/CN=Bob"), "twice what is left besides");
    assertTrue(taken(admission, "/CN=Carol") > 300);
    assertInstanceOf(Verdict.Admitted.class, admission.admit(known("/CN=Dave")));
  }

  private static int taken(BoundedAdmission admission, String dn) {
    int calls = 0;
    while (admission.admit(known(dn)) instanceof Verdict.Admitted) {
      calls++;
    }
    return calls;
  }

  @Test
  void strangersTogetherGetHalfAndUsersTheRest() {
    BoundedAdmission admission = admission(8, 8, NO_BANS);
    List<Verdict> strangers = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      strangers.add(admission.admit(known("/CN=stranger " + i)));
      assertInstanceOf(Verdict.Admitted.class, strangers.getLast());
    }
    assertEquals(
        new Verdict.Busy("/CN=stranger 5", Verdict.Full.SERVER, Duration.ofSeconds(5)),
        admission.admit(known("/CN=stranger 5")));
    assertEquals(4, admission.callsInProgress(), "a refused call holds nothing");
    for (String user : List.of("Alice", "Bob", "Carol", "Dave")) {
      assertInstanceOf(Verdict.Admitted.class, admission.admit(known("/CN=" + user)));
    }
    strangers.getFirst().close();
    assertInstanceOf(Verdict.Admitted.class, admission.admit(known("/CN=stranger 5")));
  }

  @Test
  void oneStrangerLeavesRoomForOthers() {
    BoundedAdmission admission = admission(12, 12, NO_BANS);
    assertEquals(4, taken(admission, "/CN=stranger"), "twice what is left of six");
    assertInstanceOf(Verdict.Admitted.class, admission.admit(known("/CN=another")));
  }

  @Test
  void whoIsServedWhileItsCallsRunGetsItsPlacesBackAsAStranger() {
    BoundedAdmission admission = admission(4, 4, NO_BANS);
    Verdict first = admission.admit(known("/CN=new"));
    admission.served("/CN=new");
    first.close();
    assertEquals(0, admission.callsInProgress());
    assertInstanceOf(Verdict.Admitted.class, admission.admit(known("/CN=x")));
    assertInstanceOf(Verdict.Admitted.class, admission.admit(known("/CN=y")));
    assertInstanceOf(Verdict.Busy.class, admission.admit(known("/CN=z")));
    assertInstanceOf(Verdict.Admitted.class, admission.admit(known("/CN=new")));
  }

  @Test
  void aPlaceGivenBackTwiceIsOnePlace() {
    BoundedAdmission admission = admission(1, 1, NO_BANS);
    Verdict first = admission.admit(known("/CN=Alice"));
    first.close();
    first.close();

    Verdict held = admission.admit(known("/CN=Alice"));
    assertInstanceOf(Verdict.Busy.class, admission.admit(known("/CN=Alice")));
    held.close();
  }

  @Test
  void manyThreadsNeverExceedTheBounds() throws Exception {
    BoundedAdmission admission = admission(8, 3, NO_BANS);
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    List<Callable<Void>> tasks = new ArrayList<>();
    for (int i = 0; i < 2000; i++) {
      Identity who = known("/CN=" + i % 4);
      tasks.add(
          () -> {
            try (Verdict verdict = admission.admit(who)) {
              if (verdict instanceof Verdict.Admitted) {
                most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                Thread.onSpinWait();
                inside.decrementAndGet();
              }
            }
            return null;
          });
    }
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      threads.invokeAll(tasks);
    }

    assertTrue(most.get() <= 8, "at most 8, but " + most);
    assertEquals(0, admission.callsInProgress());
  }

  @Test
  void bansAreByNameByAuthorityAndByVo() {
    BanSettings bans =
        new BanSettings(bans("/DC=org/*/CN=Mallory"), bans("evilvo"), bans("/CN=Bad*"));

    assertEquals("dn /DC=org/*/CN=Mallory", banned(bans, "/DC=org/DC=x/CN=Mallory", "/CN=CA"));
    assertEquals("authority /CN=Bad*", banned(bans, "/CN=Alice", "/CN=Bad CA"));
    assertEquals("vo evilvo", banned(bans, "/CN=Alice", "/CN=CA", "/testvo", "/evilvo/sub"));
  }

  @Test
  void aPatternMatchesTheWholeNameAndNothingElseIsSpecial() {
    BanSettings bans = new BanSettings(bans("/CN=a.c", "/O=[x]*"), bans("vo"), bans());
    BoundedAdmission admission = admission(20, 20, bans);

    for (String dn : List.of("/CN=abc", "/CN=a.c2", "x/CN=a.c", "/O=x")) {
      assertInstanceOf(Verdict.Admitted.class, admission.admit(known(dn)), dn);
    }
    assertInstanceOf(Verdict.Banned.class, admission.admit(known("/CN=a.c")));
    assertInstanceOf(Verdict.Banned.class, admission.admit(known("/O=[x]\n/CN=y")));
    assertInstanceOf(Verdict.Admitted.class, admission.admit(known("/CN=z", "/CN=CA", "/voprod")));
  }

  @Test
  void aRejectedIdentityIsBannedByNameBeforeItIsToldWhy() {
    BanSettings bans = new BanSettings(bans("/CN=Mallory"), bans(), bans());
    BoundedAdmission admission = admission(1, 1, bans);

    assertInstanceOf(
        Verdict.Banned.class, admission.admit(new Identity.Rejected("/CN=Mallory", "why")));
    assertEquals(
        new Verdict.Unproven("/CN=Bob", "why"),
        admission.admit(new Identity.Rejected("/CN=Bob", "why")));
    assertEquals(0, admission.callsInProgress());
  }

  @Test
  void settingsSayWhatIsAllowed() {
    assertMessage(
        "admission.calls-per-caller is 3; allowed is 1 to admission.calls (2)",
        () -> settings(2, 3, NO_BANS));
    assertMessage("an empty pattern is not allowed", () -> new Ban(" ", ""));
    assertEquals(2500, AdmissionSettings.defaults().callsPerCaller());
  }

  @Test
  void aBanSaysWhereItIsWritten() {
    BanSettings bans =
        new BanSettings(List.of(new Ban("/CN=Mallory", "bora.yaml:7")), bans(), bans());

    assertEquals("dn /CN=Mallory (bora.yaml:7)", banned(bans, "/CN=Mallory", "/CN=CA"));
  }

  @Test
  void bansByOrderHoldBesideThoseOfTheSettingsAndOutliveTheirChange() {
    BoundedAdmission admission =
        admission(9, 9, new BanSettings(bans("/CN=Mallory"), List.of(), List.of()));
    admission.order(new BanSettings(bans("/CN=Eve*"), bans("badvo"), List.of()));
    assertInstanceOf(Verdict.Banned.class, admission.admit(known("/CN=Eve Two")));
    assertInstanceOf(Verdict.Banned.class, admission.admit(known("/CN=Mallory")));
    assertInstanceOf(Verdict.Banned.class, admission.admit(known("/CN=Alice", "/CN=CA", "/badvo")));
    admission.change(settings(9, 9, NO_BANS));
    assertInstanceOf(Verdict.Banned.class, admission.admit(known("/CN=Eve")));
    assertInstanceOf(Verdict.Admitted.class, admission.admit(known("/CN=Mallory"))).close();
    admission.order(NO_BANS);
    assertInstanceOf(Verdict.Admitted.class, admission.admit(known("/CN=Eve"))).close();
  }

  @Test
  void otherBoundsAndBansHoldFromTheNextCallOnAndCallsInProgressCount() {
    BoundedAdmission admission = admission(1, 1, NO_BANS);
    Verdict first = admission.admit(known("/CN=a"));
    assertInstanceOf(Verdict.Busy.class, admission.admit(known("/CN=b")));

    admission.change(settings(2, 1, new BanSettings(bans("/CN=c"), bans(), bans())));

    assertInstanceOf(Verdict.Busy.class, admission.admit(known("/CN=a")), "its share is taken");
    Verdict second = admission.admit(known("/CN=b"));
    assertInstanceOf(Verdict.Admitted.class, second);
    assertInstanceOf(Verdict.Banned.class, admission.admit(known("/CN=c")));
    assertInstanceOf(Verdict.Busy.class, admission.admit(known("/CN=d")));
    first.close();
    second.close();
    assertEquals(0, admission.callsInProgress());
  }

  private static List<Ban> bans(String... patterns) {
    return java.util.Arrays.stream(patterns).map(pattern -> new Ban(pattern, "")).toList();
  }

  private static void assertMessage(String part, org.junit.jupiter.api.function.Executable make) {
    String message = assertThrows(IllegalArgumentException.class, make).getMessage();
    assertTrue(message.contains(part), message);
  }

  private static String banned(BanSettings bans, String dn, String issuer, String... fqans) {
    Verdict verdict = admission(1, 1, bans).admit(known(dn, issuer, fqans));
    return assertInstanceOf(Verdict.Banned.class, verdict).what();
  }

  private static Identity known(String dn) {
    return known(dn, "/CN=CA");
  }

  private static Identity known(String dn, String issuer, String... fqans) {
    List<Fqan> attributes = java.util.Arrays.stream(fqans).map(Fqan::parse).toList();
    return new Identity.Known(new Caller(dn, issuer, attributes, "::1"));
  }

  private static AdmissionSettings settings(int calls, int share, BanSettings bans) {
    return settings(calls, share, Duration.ofSeconds(60), Duration.ofSeconds(5), bans);
  }

  private static AdmissionSettings settings(
      int calls, int share, Duration deadline, Duration retryIn, BanSettings bans) {
    return new AdmissionSettings(
        calls,
        share,
        deadline,
        retryIn,
        new TransferSettings(3, 2, 1, 1, OptionalLong.empty()),
        TurnSettings.defaults(),
        bans);
  }

  private static BoundedAdmission admission(int calls, int share, BanSettings bans) {
    BoundedAdmission admission =
        new BoundedAdmission(settings(calls, share, bans), CLOCK, new RetryTimes(() -> 1L << 63));
    for (String name : USERS) {
      admission.served("/CN=" + name);
    }
    return admission;
  }
}
