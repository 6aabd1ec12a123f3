package org.bora.frontend.dispatch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.bora.api.wire.HealthNames;
import org.bora.simulation.explore.Exploration;
import org.junit.jupiter.api.Test;

/** The choice of a backend in every schedule of calls and connection events. */
class BackendPoolScheduleTest {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /** Shorter than the pool's own interval. */
  private static final Duration AT_ONCE = Duration.ofMillis(400);

  /** One run: backends, with the channels made to each. */
  private static final class Site {
    private final List<List<SteppedChannel>> channels = new ArrayList<>();
    private final BackendPool pool;

    Site(int backends) {
      List<Supplier<ManagedChannel>> makers = new ArrayList<>();
      for (int i = 0; i < backends; i++) {
        List<SteppedChannel> made = new ArrayList<>();
        channels.add(made);
        makers.add(
            () -> {
              made.add(new SteppedChannel());
              return made.getLast();
            });
      }
      LinkTrouble troubles = new LinkTrouble(() -> null, HealthNames.WHOLE);
      this.pool =
          new BackendPool(makers, troubles, () -> Instant.EPOCH, List::of, () -> {}, PATIENCE);
    }

    SteppedChannel channel(int backend) {
      return channels.get(backend).getLast();
    }

    void serves(int backend) {
      SteppedChannel channel = channel(backend);
      channel.becomes(ConnectivityState.READY);
      channel.answers(ServingStatus.SERVING);
    }

    void isLost(int backend) {
      channel(backend).becomes(ConnectivityState.TRANSIENT_FAILURE);
    }

    boolean isReady(int backend) {
      return pool.figures().get(backend).ready();
    }

    Optional<BackendLine> next() {
      return pool.next(List.of());
    }
  }

  @Test
  void whoWaitsForABackendHasItWhenItIsBack() {
    Exploration.upTo(2)
        .of(
            stage -> {
              Site site = new Site(1);
              site.serves(0);
              site.isLost(0);
              stage.opens();
              for (String name : List.of("a", "b")) {
                stage.start(
                    name, () -> assertTrue(site.pool.await(Map.of(), PATIENCE).isPresent()));
              }
              stage.start("is back", () -> site.serves(0));
              stage.end();
              assertTrue(stage.scheduler().nanos() < AT_ONCE.toNanos(), "woken late");
            });
  }

  @Test
  void aBackendThatWasAskedIsAskedAgainOnlyAfterItCameAnew() {
    Exploration.upTo(2)
        .of(
            stage -> {
              Site site = new Site(1);
              site.serves(0);
              BackendLine line = site.next().orElseThrow();
              int before = line.arrivals();
              stage.opens();
              stage.start(
                  "calls",
                  () ->
                      site.pool
                          .await(Map.of(line, before), PATIENCE)
                          .ifPresent(again -> assertTrue(again.arrivals() > before)));
              stage.start("is lost", () -> site.isLost(0));
              stage.start("is back", () -> site.serves(0));
              stage.end();
            });
  }

  @Test
  void callsGoToWhatServesAndNoneIsCountedForGood() {
    Exploration.upTo(2)
        .of(
            stage -> {
              Site site = new Site(2);
              site.serves(0);
              site.serves(1);
              stage.opens();
              for (String name : List.of("a", "b")) {
                stage.start(
                    name,
                    () -> {
                      BackendLine line = site.next().orElseThrow();
                      line.begin();
                      stage.scheduler().point("asks");
                      line.end();
                      Optional<BackendLine> other = site.pool.next(List.of(line));
                      assertFalse(other.equals(Optional.of(line)), "asked twice");
                    });
              }
              stage.start("is lost", () -> site.isLost(0));
              stage.end();
              assertFalse(site.isReady(0));
              assertTrue(site.isReady(1));
              site.pool.figures().forEach(one -> assertEquals(0, one.outstanding()));
            });
  }

  /** Concurrent checks, a late answer, and a broken connection. */
  @Test
  void aSilentBackendIsGivenUpOnceAndItsNextConnectionStays() {
    Exploration.upTo(2)
        .of(
            stage -> {
              Site site = new Site(1);
              site.serves(0);
              for (int look = 0; look < BackendLine.LOOKS; look++) {
                site.pool.look();
              }
              SteppedChannel first = site.channel(0);
              stage.opens();
              stage.start("looks", site.pool::look);
              stage.start("looks too", site.pool::look);
              stage.start("answers", () -> first.answers(ServingStatus.SERVING));
              stage.end();
              List<SteppedChannel> made = site.channels.getFirst();
              assertTrue(made.size() <= 2, "given up twice");
              assertEquals(made.size() - 1, first.ends());
              assertEquals(0, made.getLast().ends() - (made.size() == 1 ? first.ends() : 0));
              assertEquals(made.size() == 1, site.isReady(0));
            });
  }

  @Test
  void whatIsHeardLastOfABackendIsWhatItSays() {
    Exploration.upTo(2)
        .of(
            stage -> {
              Site site = new Site(1);
              SteppedChannel channel = site.channel(0);
              channel.becomes(ConnectivityState.READY);
              stage.opens();
              stage.start("answers", () -> channel.answers(ServingStatus.SERVING));
              stage.start("looks", site.pool::look);
              stage.start("asks", site::next);
              stage.end();
              channel.answers(ServingStatus.SERVING);
              assertTrue(site.isReady(0));
              assertEquals(1, site.next().orElseThrow().arrivals());
            });
  }
}
