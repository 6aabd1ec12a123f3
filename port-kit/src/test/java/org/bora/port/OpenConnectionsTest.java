package org.bora.port;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class OpenConnectionsTest {

  private static final String HERE = "192.0.2.1";
  private static final String THERE = "2001:db8::1";

  /** 32 in all, of which the last one is kept free of idle ones; 10 before HTTP. */
  private final List<String> ended = new ArrayList<>();

  private long now = 5;
  private final OpenConnections connections = connections(8);

  private OpenConnections connections(int perAddress) {
    var bounds = new ConnectionLimits(32, 10, perAddress, 6);
    return new OpenConnections(bounds, Duration.ofSeconds(30), () -> now);
  }

  private Visitor open(OpenConnections to, String name, Optional<String> address) {
    var visitor =
        new Visitor(
            address.map(text -> AddressBlock.of(InetAddress.ofLiteral(text))),
            reason -> ended.add(name));
    to.opened(visitor);
    return visitor;
  }

  private Visitor open(String name, String address) {
    return open(connections, name, Optional.of(address));
  }

  private Visitor idle(String name, Optional<String> address) {
    Visitor visitor = open(connections, name, address);
    connections.idle(visitor);
    return visitor;
  }

  @Test
  void theOldestBeforeHttpMakesRoomForTheNewest() {
    IntStream.range(0, 12).forEach(i -> open(connections, "n" + i, Optional.empty()));

    assertEquals(List.of("n0", "n1"), ended);
    assertEquals(10, connections.beforeRequest());
  }

  @Test
  void whoHasBegunHttpOrIsClosedIsNotBeforeHttp() {
    Visitor spoke = open("spoke", HERE);
    Visitor closed = open("closed", HERE);
    open("silent", HERE);

    connections.idle(spoke);
    connections.closed(closed);
    connections.closed(closed);

    assertEquals(1, connections.beforeRequest());
    assertEquals(2, connections.open());
  }

  @Test
  void whoWasToldToEndStaysNoLongerThoughItsSocketIsStillOpen() {
    Visitor first = open(connections, "n0", Optional.empty());
    IntStream.range(1, 12).forEach(i -> open(connections, "n" + i, Optional.empty()));

    assertEquals(12, connections.open());
    assertEquals(10, connections.staying());
    connections.closed(first);
    connections.closed(first);
    assertEquals(11, connections.open());
    assertEquals(10, connections.staying());
  }

  @Test
  void anAnswerThatIsNotTakenInTimeEndsItsConnection() {
    Visitor slow = open("slow", HERE);
    Visitor quick = open("quick", HERE);
    connections.busy(slow);
    connections.busy(quick);
    connections.taking(slow, now + 10);
    connections.taking(quick, now + 10);
    now += 9;
    connections.endOverdue();
    assertEquals(List.of(), ended, "a nanosecond is left");
    connections.busy(quick);
    now++;
    connections.endOverdue();
    assertEquals(List.of("slow"), ended);
  }

  @Test
  void whoIsClosedBeforeItWasOpenedWasNeverThere() {
    var visitor = new Visitor(Optional.empty(), reason -> ended.add("never opened"));

    connections.closed(visitor);
    connections.opened(visitor);

    assertEquals(0, connections.open());
    assertEquals(0, connections.beforeRequest());
  }

  @Test
  void oneThatCannotBeEndedKeepsNobodyElse() {
    connections.opened(
        new Visitor(
            Optional.empty(),
            reason -> {
              throw new IllegalStateException(reason);
            }));
    open(connections, "next", Optional.empty());
    now += Duration.ofSeconds(30).toNanos();

    connections.endOverdue();

    assertEquals(List.of("next"), ended);
  }

  /** The port rests then: no newcomer comes that could make one leave. */
  @Test
  void whereAllWereAtWorkTheFirstWithItsAnswerMakesRoom() {
    List<Visitor> all = new ArrayList<>();
    for (int i = 0; i < 32; i++) {
      Visitor one = open(connections, "n" + i, Optional.empty());
      connections.busy(one);
      all.add(one);
    }
    assertEquals(List.of(), ended);

    connections.answered(all.get(3));
    connections.answered(all.get(4));

    assertEquals(List.of("n3"), ended, "one place is enough to go on");
    assertEquals(1, connections.idle());
  }

  @Test
  void anAddressLosesItsOwnOldestAndNobodyElseDoes() {
    open("other", THERE);
    IntStream.range(0, 4).forEach(i -> open("n" + i, HERE)); // 2 of 10, as 8 of 32

    assertEquals(List.of("n0", "n1"), ended);
  }

  @Test
  void anAddressWithItsShareOfConnectionsLosesTheOneThatIsIdleForLongest() {
    List<Visitor> its = new ArrayList<>();
    IntStream.range(0, 8).forEach(i -> its.add(idle("i" + i, Optional.of(HERE))));
    idle("other", Optional.of(THERE));
    connections.busy(its.get(0));
    connections.busy(its.get(1));
    connections.idle(its.get(0));

    open("new", HERE);

    assertEquals(List.of("i2"), ended);
  }

  @Test
  void anAddressWhoseConnectionsAreAllAtWorkGetsNoMore() {
    for (int i = 0; i < 8; i++) {
      connections.busy(idle("b" + i, Optional.of(HERE)));
    }

    open("new", HERE);

    assertEquals(List.of("new"), ended);
    assertEquals(0, connections.beforeRequest());
  }

  @Test
  void whoLeavesGivesItsPlaceBackToItsAddress() {
    List<Visitor> its = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      Visitor one = idle("b" + i, Optional.of(HERE));
      connections.busy(one);
      its.add(one);
    }
    its.forEach(connections::closed);

    idle("new", Optional.of(HERE));

    assertEquals(List.of(), ended);
    assertEquals(1, connections.open());
  }

  @Test
  void aBalancerIsNotBoundByItsAddress() {
    IntStream.range(0, 20).forEach(i -> idle("c" + i, Optional.empty()));

    assertEquals(List.of(), ended);
  }

  @Test
  void beforeTheDoorIsFullTheLongestIdleMakesRoom() {
    Visitor first = idle("i0", Optional.empty());
    IntStream.range(1, 31).forEach(i -> idle("i" + i, Optional.empty()));
    assertEquals(List.of(), ended);
    connections.busy(first);

    open(connections, "new", Optional.empty());
    open(connections, "newer", Optional.empty());

    assertEquals(List.of("i1", "i2"), ended);
  }

  @Test
  void whoIsServedIsNeverAskedToLeave() {
    IntStream.range(0, 40).forEach(i -> connections.busy(idle("b" + i, Optional.empty())));

    assertEquals(List.of(), ended);
  }

  @Test
  void whoHasNoRequestInTimeIsEnded() {
    open("slow", HERE);
    Visitor delegating = open("delegating", THERE);
    now += Duration.ofSeconds(29).toNanos();
    connections.delegates(delegating, Duration.ofSeconds(20));
    idle("spoke", Optional.of(THERE));
    connections.endOverdue();
    assertEquals(List.of(), ended);

    now += Duration.ofSeconds(1).toNanos();
    connections.endOverdue();
    assertEquals(List.of("slow"), ended);

    now += Duration.ofSeconds(19).toNanos();
    connections.endOverdue();
    connections.endOverdue();
    assertEquals(List.of("slow", "delegating"), ended);
  }

  private Visitor sending(String name, List<String> late) {
    Visitor visitor = idle(name, Optional.of(HERE));
    visitor.beginHttp(reason -> late.add(name));
    connections.sending(visitor, now + Duration.ofSeconds(10).toNanos());
    return visitor;
  }

  @Test
  void theReadOfALateRequestFailsAndThenItsConnectionEnds() {
    List<String> late = new ArrayList<>();
    sending("slow", late);

    now += Duration.ofSeconds(10).toNanos() - 1;
    connections.endOverdue();
    assertEquals(List.of(), late);

    now += 1;
    connections.endOverdue();
    connections.endOverdue();
    assertEquals(List.of("slow"), late);
    assertEquals(List.of(), ended);

    now += Duration.ofSeconds(5).toNanos();
    connections.endOverdue();
    assertEquals(List.of("slow"), ended);
  }

  @Test
  void aRequestThatArrivedIsServedForAsLongAsItTakes() {
    List<String> late = new ArrayList<>();
    connections.busy(sending("slow", late));

    now += Duration.ofHours(1).toNanos();
    connections.endOverdue();

    assertEquals(List.of(), late);
    assertEquals(List.of(), ended);
  }

  @Test
  void eachRequestOfAConnectionIsToldThatItIsLate() {
    List<String> late = new ArrayList<>();
    Visitor visitor = sending("slow", late);
    now += Duration.ofSeconds(10).toNanos();
    connections.endOverdue();
    connections.busy(visitor);
    connections.idle(visitor);

    connections.sending(visitor, now + 1);
    now += 1;
    connections.endOverdue();

    assertEquals(List.of("slow", "slow"), late);
    assertEquals(List.of(), ended);
  }

  @Test
  void requestsThatAreAwaitedMakeRoomBeforeTheNewestIsTurnedAway() {
    IntStream.range(0, 30).forEach(i -> connections.busy(idle("served" + i, Optional.empty())));
    sending("first", new ArrayList<>());
    sending("second", new ArrayList<>());

    assertEquals(List.of("first"), ended);
  }

  @Test
  void aCallerWithItsShareLosesItsOwnAndNobodyElseDoes() {
    idle("other", Optional.of(THERE));
    for (int i = 0; i < 6; i++) {
      connections.identified(idle("i" + i, Optional.empty()), "/CN=Alice");
    }
    assertEquals(List.of(), ended);

    Visitor newest = idle("new", Optional.empty());
    connections.identified(newest, "/CN=Alice");
    connections.identified(newest, "/CN=Alice");

    assertEquals(List.of("i0"), ended);
  }

  @Test
  void aCallerWhoseConnectionsAreAllAtWorkGetsNoMore() {
    List<Visitor> its = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      Visitor one = idle("b" + i, Optional.empty());
      connections.identified(one, "/CN=Alice");
      connections.busy(one);
      its.add(one);
    }

    connections.identified(idle("new", Optional.empty()), "/CN=Alice");
    assertEquals(List.of("new"), ended);

    connections.identified(idle("another's", Optional.empty()), "/CN=Bob");
    its.forEach(connections::closed);
    connections.identified(idle("later", Optional.empty()), "/CN=Alice");
    assertEquals(List.of("new"), ended);
  }

  @Test
  void aRequestOnAConnectionTooManyIsRefusedAndTheConnectionStaysForItsAnswer() {
    for (int i = 0; i < 6; i++) {
      Visitor one = idle("b" + i, Optional.empty());
      connections.busy(one);
      assertEquals(Sending.Stay.YES, connections.mayServe(one, "/CN=Alice"));
    }
    Visitor newest = idle("new", Optional.empty());
    connections.busy(newest);
    assertEquals(Sending.Stay.TOO_MANY, connections.mayServe(newest, "/CN=Alice"));
    assertEquals(
        Sending.Stay.TOO_MANY,
        connections.mayServe(newest, "/CN=Alice"),
        "nor is one that follows it");
    assertEquals(List.of(), ended);
    assertEquals(Sending.Stay.YES, connections.mayServe(newest, "/CN=Bob"), "it was not counted");
  }

  @Test
  void aRequestMakesAnIdleConnectionOfItsCallerLeaveAndIsServed() {
    for (int i = 0; i < 6; i++) {
      assertEquals(
          Sending.Stay.YES, connections.mayServe(idle("i" + i, Optional.empty()), "/CN=Alice"));
    }
    Visitor newest = idle("new", Optional.empty());
    connections.busy(newest);
    assertEquals(Sending.Stay.YES, connections.mayServe(newest, "/CN=Alice"));
    assertEquals(Sending.Stay.YES, connections.mayServe(newest, "/CN=Alice"));
    assertEquals(List.of("i0"), ended);
  }

  /** So many connections of Alice that are at work. */
  private List<Visitor> alice(int count) {
    List<Visitor> its = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Visitor one = idle("a" + i, Optional.empty());
      connections.busy(one);
      assertEquals(Sending.Stay.YES, connections.mayServe(one, "/CN=Alice"));
      its.add(one);
    }
    return its;
  }

  @Test
  void aRequestOfAConnectionThatEndsIsToldSoAndNotThatItsCallerHasTooMany() {
    Visitor gone = idle("gone", Optional.empty());
    Visitor leaving = idle("leaving", Optional.empty());
    now += Duration.ofMinutes(2).toNanos();
    assertTrue(connections.expired(leaving, Duration.ofMinutes(2)));
    connections.heading(gone, Duration.ofSeconds(1));
    now += Duration.ofSeconds(1).toNanos();
    connections.endOverdue();
    assertEquals(List.of("gone"), ended, "its head came too late");
    alice(6);

    for (Visitor one : List.of(gone, leaving)) {
      connections.busy(one);
      assertEquals(Sending.Stay.ENDING, connections.mayServe(one, "/CN=Alice"));
    }
  }

  @Test
  void noRequestOfAClosedConnectionIsServed() {
    Visitor gone = idle("gone", Optional.empty());
    connections.mayServe(gone, "/CN=Alice");
    connections.closed(gone);
    assertEquals(Sending.Stay.ENDING, connections.mayServe(gone, "/CN=Alice"));
  }

  /** Its socket is closed, and who counts it has yet to notice. */
  @Test
  void oneThatWasToldToEndTakesNoPlaceOfItsCaller() {
    alice(6).forEach(connections::answered);
    List<Visitor> later = alice(6);
    assertEquals(6, ended.size());
    connections.closed(later.getFirst());

    alice(1);

    assertEquals(6, ended.size(), "the place of the one that was closed is free");
  }

  @Test
  void oneThatWasToldToEndTakesNoPlaceOfItsAddress() {
    IntStream.range(0, 8).forEach(i -> idle("i" + i, Optional.of(HERE)));
    List<Visitor> later = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      Visitor one = idle("n" + i, Optional.of(HERE));
      connections.busy(one);
      later.add(one);
    }
    assertEquals(8, ended.size());
    connections.closed(later.getFirst());

    open("new", HERE);

    assertEquals(8, ended.size(), "the new one stays");
  }

  @Test
  void aCallerThatOnlyBeginsLosesItsOldest() {
    for (int i = 0; i < 7; i++) {
      connections.identified(open(connections, "n" + i, Optional.empty()), "/CN=Alice");
    }

    assertEquals(List.of("n0"), ended);
  }

  @Test
  void aHeadThatDoesNotArriveInTimeEndsItsConnection() {
    Visitor slow = idle("slow", Optional.of(HERE));
    connections.heading(slow, Duration.ofSeconds(10));
    Visitor quick = idle("quick", Optional.of(HERE));
    connections.heading(quick, Duration.ofSeconds(10));
    now += Duration.ofSeconds(9).toNanos();
    connections.heading(slow, Duration.ofSeconds(10));
    connections.busy(quick);
    connections.endOverdue();
    assertEquals(List.of(), ended);

    now += Duration.ofSeconds(1).toNanos();
    connections.endOverdue();

    assertEquals(List.of("slow"), ended);
  }

  @Test
  void bytesBeforeTheFirstRequestWinNoTime() {
    Visitor slow = open("slow", HERE);
    now += Duration.ofSeconds(29).toNanos();
    connections.heading(slow, Duration.ofSeconds(10));
    now += Duration.ofSeconds(1).toNanos();

    connections.endOverdue();

    assertEquals(List.of("slow"), ended);
  }

  @Test
  void theLastPlaceOfAllIsTakenFromTheOldestWithoutARequest() {
    IntStream.range(0, 29).forEach(i -> connections.busy(idle("b" + i, Optional.empty())));
    IntStream.range(0, 3).forEach(i -> open(connections, "n" + i, Optional.empty()));

    assertEquals(List.of("n0"), ended);
  }
}
