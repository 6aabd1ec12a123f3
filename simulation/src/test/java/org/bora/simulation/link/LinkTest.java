package org.bora.simulation.link;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ConnectivityState;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bora.simulation.schedule.Scheduler;
import org.bora.simulation.time.Deadlines;
import org.junit.jupiter.api.Test;

/** The messages between a frontend and a backend when one of them is slow, silent or gone. */
class LinkTest {
  private static final Duration STANDSTILL = Duration.ofSeconds(20);
  private static final Duration LONG = Duration.ofMinutes(1);

  private final LinkedPair pair = new LinkedPair();
  private final Scheduler scheduler = pair.scheduler();

  private void backendSays(String what) {
    while (!pair.atBackend().contains(what)) {
      scheduler.sleep(Duration.ofMillis(1));
    }
  }

  private static CallOptions within(int seconds) {
    return CallOptions.DEFAULT.withDeadline(Deadlines.after(seconds, TimeUnit.SECONDS));
  }

  @Test
  void aCallIsAnswered() {
    scheduler.run(
        () -> {
          pair.connect();
          pair.ask("one");
          scheduler.sleep(LONG);
        });
    assertEquals(List.of("one begins", "one is answered"), pair.atBackend());
    assertEquals(List.of("one was heard", "one OK"), pair.atFrontend());
  }

  @Test
  void whatAStandingBackendWasAskedBeginsWhenItGoesOnAlthoughItWasGivenUp() {
    scheduler.run(
        () -> {
          pair.connect();
          scheduler.freeze(LinkedPair.BACKEND, STANDSTILL);
          pair.works(Duration.ofSeconds(1));
          pair.ask("one");
          scheduler.sleep(Duration.ofSeconds(3));
          pair.channel().shutdownNow();
          scheduler.sleep(Duration.ofSeconds(3));
          assertEquals(List.of(), pair.atBackend());
          assertEquals(List.of("one UNAVAILABLE"), pair.atFrontend());
          scheduler.sleep(LONG);
        });
    assertEquals(List.of("one begins", "one is left", "one ends for nobody"), pair.atBackend());
    assertEquals(List.of("one UNAVAILABLE"), pair.atFrontend());
  }

  @Test
  void whatCameWhileABackendStoodStillIsThereAsSoonAsItGoesOn() {
    scheduler.run(
        () -> {
          pair.connect();
          pair.works(Duration.ofSeconds(1));
          scheduler.freeze(LinkedPair.BACKEND, STANDSTILL);
          pair.ask("one");
          scheduler.sleep(STANDSTILL.plusMillis(1));
          assertEquals(List.of("one begins"), pair.atBackend());
        });
  }

  @Test
  void aCallThatIsCancelledOnItsWayIsLeftAfterItCame() {
    scheduler.run(
        () -> {
          pair.connect();
          pair.works(Duration.ofSeconds(1));
          ClientCall<String, String> call = pair.ask("one");
          scheduler.start(LinkedPair.FRONTEND, "cancels", () -> call.cancel("enough", null));
          scheduler.sleep(LONG);
        });
    assertEquals(List.of("one begins", "one is left", "one ends for nobody"), pair.atBackend());
    assertEquals(List.of("one CANCELLED"), pair.atFrontend());
  }

  @Test
  void aBackendCountsATimeoutFromTheArrivalOfItsCall() {
    scheduler.run(
        () -> {
          pair.connect();
          scheduler.freeze(LinkedPair.BACKEND, Duration.ofSeconds(5));
          pair.ask("one", within(8));
          scheduler.sleep(LONG);
        });
    assertEquals(List.of("one begins within 7999 ms", "one is answered"), pair.atBackend());
  }

  @Test
  void overASilentConnectionNobodyHearsThatATimeoutIsOver() {
    scheduler.run(
        () -> {
          pair.connect();
          pair.works(Duration.ofSeconds(15));
          pair.ask("one", within(10));
          scheduler.sleep(Duration.ofSeconds(1));
          pair.fallsSilentWith("two");
          pair.ask("three", within(10));
          scheduler.sleep(Duration.ofSeconds(2));
          assertEquals(List.of(), pair.atFrontend());
          scheduler.sleep(LONG);
        });
    assertEquals(List.of("one begins within 9999 ms", "one ends for nobody"), pair.atBackend());
    assertEquals(List.of("one DEADLINE_EXCEEDED", "three DEADLINE_EXCEEDED"), pair.atFrontend());
  }

  @Test
  void whatIsOnItsWayWhenAConnectionFallsSilentIsLostAndWhatHasComeIsNot() {
    scheduler.run(
        () -> {
          pair.connect();
          scheduler.freeze(LinkedPair.BACKEND, STANDSTILL);
          pair.ask("one");
          scheduler.sleep(Duration.ofSeconds(1));
          pair.ask("two");
          pair.fallsSilentWith("three");
          pair.channel().shutdownNow();
          scheduler.sleep(LONG);
        });
    assertEquals(List.of("one begins", "one is answered"), pair.atBackend());
  }

  @Test
  void aFrontendThatDiesDuringTheHandshakeSendsNothingAfterwards() {
    scheduler.run(
        () -> {
          scheduler.freeze(LinkedPair.BACKEND, STANDSTILL);
          pair.ask("one");
          scheduler.sleep(Duration.ofSeconds(1));
          scheduler.kill(LinkedPair.FRONTEND);
          pair.channel().isGone();
          scheduler.sleep(LONG);
        });
    assertEquals(List.of(), pair.atBackend());
    assertEquals(List.of(), pair.atFrontend());
    assertEquals(ConnectivityState.SHUTDOWN, pair.channel().getState(true));
  }

  @Test
  void whatADeadFrontendHadAskedBeginsAndIsLeft() {
    scheduler.run(
        () -> {
          pair.connect();
          pair.works(Duration.ofSeconds(1));
          pair.ask("one");
          scheduler.kill(LinkedPair.FRONTEND);
          pair.channel().isGone();
          scheduler.sleep(LONG);
        });
    assertEquals(List.of("one begins", "one is left", "one ends for nobody"), pair.atBackend());
    assertEquals(List.of(), pair.atFrontend());
  }

  @Test
  void anAnswerThatHasLeftIsHeardAlthoughItsBackendDies() {
    scheduler.run(
        () -> {
          pair.connect();
          pair.works(Duration.ofSeconds(1));
          pair.ask("one");
          backendSays("one begins");
          pair.works(LONG);
          pair.ask("two");
          backendSays("one is answered");
          scheduler.kill(LinkedPair.BACKEND);
          pair.server().isGone();
          scheduler.sleep(LONG);
        });
    assertEquals(
        List.of("one OK", "one was heard", "two UNAVAILABLE"),
        pair.atFrontend().stream().sorted().toList());
  }
}
