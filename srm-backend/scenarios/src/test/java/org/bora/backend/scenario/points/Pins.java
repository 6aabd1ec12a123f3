package org.bora.backend.scenario.points;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.bora.api.BackendFailure;
import org.bora.api.Catalogue;
import org.bora.api.get.GetFileStatus;
import org.bora.api.get.GetReply;
import org.bora.api.get.GetRequest;
import org.bora.api.request.ExtendRequest;
import org.bora.api.request.LifetimeStatus;
import org.bora.api.request.ReleaseRequest;
import org.bora.api.request.StatusRequest;
import org.bora.api.word.SourceFile;
import org.bora.api.word.SrmStatus;

/** The pins of one scenario, and what was promised with them. */
final class Pins {
  private final Stage stage;
  private final List<Pin> all = new ArrayList<>();

  /** One file of a get; {@code content} is what its reader saw when it was pinned. */
  static final class Pin {
    final String name;
    final String token;
    Optional<String> content = Optional.empty();
    Optional<Instant> extended = Optional.empty();

    /** Whether nothing could happen between the look at the file and the answer. */
    boolean exact;

    boolean given;

    Pin(String name, String token) {
      this.name = name;
      this.token = token;
    }
  }

  Pins(Stage stage) {
    this.stage = stage;
  }

  /** srmPrepareToGet. */
  Pin get(Backend backend, String name, int seconds) {
    GetReply reply =
        backend.site.gets.call(
            Catalogue.PREPARE_TO_GET,
            Stage.call(backend),
            new GetRequest(
                List.of(new SourceFile(stage.surl(name), Optional.empty())),
                "",
                OptionalInt.of(80_000),
                OptionalInt.of(seconds),
                OptionalInt.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of("gsiftp")));
    Pin pin = new Pin(name, reply.token().orElse(""));
    pin.exact = backend == stage.world.b;
    all.add(pin);
    look(pin, reply);
    return pin;
  }

  private void look(Pin pin, GetReply reply) {
    if (reply.files().isEmpty()) {
      return;
    }
    GetFileStatus file = reply.files().getFirst();
    if (file.status().code() == SrmStatus.FILE_PINNED) {
      Optional<String> seen = file.turl().flatMap(stage::read);
      if (pin.content.isEmpty()) {
        pin.content = seen;
      }
      if (!seen.filter(stage::isWhole).isPresent() || !seen.equals(pin.content)) {
        stage.history.contradict(
            "pin on " + pin.name + " holds, but its reader sees " + seen + ", not " + pin.content);
      }
    }
  }

  Optional<SrmStatus> status(Backend backend, Pin pin) {
    try {
      GetReply reply =
          backend.site.gets.call(
              Catalogue.STATUS_OF_GET,
              Stage.call(backend),
              new StatusRequest(pin.token, List.of()));
      return reply.files().stream().findFirst().map(file -> file.status().code());
    } catch (BackendFailure e) {
      return Optional.empty();
    }
  }

  /** srmExtendFileLifeTime. */
  void extend(Backend backend, Pin pin, int seconds) {
    Instant asked = stage.world.time.instant();
    try {
      List<LifetimeStatus> files =
          backend
              .site
              .requests
              .call(
                  Catalogue.EXTEND_FILE_LIFE_TIME,
                  Stage.call(backend),
                  new ExtendRequest(
                      Optional.of(pin.token),
                      List.of(stage.surl(pin.name)),
                      OptionalInt.empty(),
                      OptionalInt.of(seconds)))
              .files();
      if (files.stream().anyMatch(file -> file.status().code() == SrmStatus.SUCCESS)) {
        pin.extended = Optional.of(asked.plusSeconds(seconds));
      }
    } catch (BackendFailure e) {
      // nothing was promised
    }
  }

  /** srmReleaseFiles, and the copy on disk may go. */
  void release(Backend backend, Pin pin, boolean remove) {
    try {
      pin.given = true;
      backend.site.requests.call(
          Catalogue.RELEASE_FILES,
          Stage.call(backend),
          new ReleaseRequest(Optional.of(pin.token), List.of(stage.surl(pin.name)), remove));
    } catch (BackendFailure e) {
      // it may have been given back
    }
  }

  /** Whether all that was promised is true now; {@code content} is of the files that are there. */
  void check(Backend backend) {
    for (Pin pin : all) {
      GetReply reply =
          backend.site.gets.call(
              Catalogue.STATUS_OF_GET,
              Stage.call(backend),
              new StatusRequest(pin.token, List.of()));
      look(pin, reply);
      if (!pin.given && !reply.files().isEmpty()) {
        SrmStatus told = reply.files().getFirst().status().code();
        boolean same =
            pin.content.isPresent()
                && pin.content.equals(Optional.ofNullable(stage.files().get(pin.name)));
        if (told == SrmStatus.ABORTED && pin.exact && same) {
          stage.history.contradict("pin on " + pin.name + " was ended, but its file is there");
        }
        if (pin.extended.filter(stage.world.time.instant()::isBefore).isPresent()
            && told == SrmStatus.FILE_LIFETIME_EXPIRED) {
          stage.history.contradict("pin on " + pin.name + " was extended, but is over");
        }
      }
    }
  }
}
