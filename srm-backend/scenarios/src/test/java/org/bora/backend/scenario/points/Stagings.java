package org.bora.backend.scenario.points;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;
import org.bora.api.BackendFailure;
import org.bora.api.Catalogue;
import org.bora.api.get.GetFileStatus;
import org.bora.api.get.GetReply;
import org.bora.api.get.GetRequest;
import org.bora.api.request.ReleaseRequest;
import org.bora.api.request.StatusRequest;
import org.bora.api.request.TokenRequest;
import org.bora.api.word.Call;
import org.bora.api.word.SourceFile;
import org.bora.api.word.SrmStatus;

/** The stage requests of one scenario, as the door of the Tape REST API makes and ends them. */
final class Stagings {
  private static final int SECONDS = 80_000;
  private static final Set<SrmStatus> WAITING =
      Set.of(SrmStatus.REQUEST_QUEUED, SrmStatus.REQUEST_INPROGRESS, SrmStatus.REQUEST_SUSPENDED);
  private static final Set<SrmStatus> HELD = Set.of(SrmStatus.SUCCESS, SrmStatus.FILE_PINNED);

  /**
   * The states of files that the door asks the engine to release: neither FAILED nor CANCELLED. The
   * engine does not know the door: {@code StagesTest} holds the door to the same states.
   */
  private static final Set<SrmStatus> RELEASABLE =
      EnumSet.of(
          SrmStatus.REQUEST_QUEUED,
          SrmStatus.REQUEST_INPROGRESS,
          SrmStatus.REQUEST_SUSPENDED,
          SrmStatus.SUCCESS,
          SrmStatus.FILE_PINNED,
          SrmStatus.RELEASED,
          SrmStatus.FILE_LIFETIME_EXPIRED);

  private final Stage stage;
  private final List<Staging> all = new ArrayList<>();

  /** What a client asked for under a name, and what it was told. */
  static final class Staging {
    private final String name;
    private final List<String> files;
    private Optional<String> token = Optional.empty();
    private Optional<String> givingUp = Optional.empty();
    private boolean givenUp;
    private boolean forgetting;
    private boolean forgotten;

    private Staging(String name, List<String> files) {
      this.name = name;
      this.files = files;
    }
  }

  Stagings(Stage stage) {
    this.stage = stage;
  }

  /** A request that is not made yet. */
  Staging of(String... files) {
    Staging staging = new Staging(stage.path("") + " " + all.size(), List.of(files));
    all.add(staging);
    return staging;
  }

  /** POST stage with an Idempotency-Key: the first time, and whenever the answer was lost. */
  void ask(Backend backend, Staging staging) {
    try {
      GetReply reply =
          backend.site.bringOnline.call(
              Catalogue.BRING_ONLINE, Stage.call(backend), request(staging));
      if (staging.token.isPresent() && !staging.token.equals(reply.token())) {
        stage.history.contradict(staging.name + " was asked again, and is another request");
      }
      staging.token = reply.token();
    } catch (BackendFailure e) {
      // it may have been made
    }
  }

  private GetRequest request(Staging staging) {
    return new GetRequest(
        staging.files.stream()
            .map(
                file ->
                    new SourceFile(
                        stage.surl(file),
                        Optional.empty(),
                        OptionalInt.of(SECONDS),
                        Optional.empty()))
            .toList(),
        "",
        OptionalInt.of(SECONDS),
        OptionalInt.empty(),
        OptionalInt.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        Optional.of(staging.name),
        true);
  }

  /** GET stage/ID. */
  GetReply status(Backend backend, Staging staging) {
    return backend.site.bringOnline.call(
        Catalogue.STATUS_OF_BRING_ONLINE,
        Stage.call(backend),
        new StatusRequest(staging.token.orElse("none"), List.of()));
  }

  /** POST stage/ID/cancel of one file: a release, unless it has failed or was given up before. */
  void cancel(Backend backend, Staging staging, String file) {
    staging.givingUp = Optional.of(file);
    try {
      boolean releasable =
          status(backend, staging).files().stream()
              .filter(one -> one.surl().equals(stage.surl(file)))
              .anyMatch(one -> RELEASABLE.contains(one.status().code()));
      if (releasable) {
        backend.site.requests.call(
            Catalogue.RELEASE_FILES,
            Stage.call(backend),
            new ReleaseRequest(staging.token, List.of(stage.surl(file)), false));
      }
      staging.givenUp = true;
    } catch (BackendFailure e) {
      // it may have been given up
    }
  }

  /** DELETE stage/ID. */
  void forget(Backend backend, Staging staging, boolean again) {
    staging.forgetting = true;
    Call call = Stage.call(backend);
    try {
      SrmStatus told =
          backend
              .site
              .requests
              .call(
                  Catalogue.FORGET_REQUEST,
                  again ? call.again() : call,
                  new TokenRequest(staging.token.orElseThrow()))
              .status()
              .code();
      staging.forgotten |= told == SrmStatus.SUCCESS;
      if (again && told != SrmStatus.SUCCESS) {
        stage.history.contradict(staging.name + " is to be forgotten again, and was told " + told);
      }
    } catch (BackendFailure e) {
      // it may have been forgotten
    }
  }

  /** What clients that lost their answers do in the end. */
  void repeatUnanswered(Backend backend) {
    for (Staging staging : List.copyOf(all)) {
      if (staging.forgetting && !staging.forgotten) {
        forget(backend, staging, true);
      } else if (!staging.forgetting && staging.token.isEmpty()) {
        ask(backend, staging);
      }
      if (!staging.givenUp && !staging.forgetting) {
        staging.givingUp.ifPresent(file -> cancel(backend, staging, file));
      }
    }
  }

  /** What is stuck, is there twice, or is there though it was to go. */
  List<String> contradictions(Backend backend) {
    if (all.isEmpty()) {
      return List.of();
    }
    List<String> wrong = new ArrayList<>();
    for (Staging staging : all) {
      GetReply reply = status(backend, staging);
      if (staging.forgotten) {
        if (reply.token().isPresent()) {
          wrong.add(staging.name + " is forgotten, but is there");
        }
      } else {
        reply.files().forEach(file -> wrong.addAll(wrongWith(staging, file)));
      }
    }
    long known = all.stream().filter(one -> one.token.isPresent() && !one.forgotten).count();
    long stored =
        count(
            "SELECT COUNT(DISTINCT r.id) FROM request r JOIN pin p ON p.request_id = r.id WHERE r.kind = 'BRING_ONLINE' AND p.surl LIKE ?",
            "%" + stage.path("") + "/%");
    if (known != stored) {
      wrong.add(known + " stage requests are known to clients, " + stored + " are stored");
    }
    long recalls =
        count("SELECT COUNT(*) FROM tape_recall WHERE path LIKE ?", stage.path("") + "/%");
    if (recalls > 0) {
      wrong.add(recalls + " recalls are left");
    }
    stage.shelf.files().stream()
        .filter(file -> stage.world.recalls(file) > 1)
        .forEach(file -> wrong.add(file + " was recalled " + stage.world.recalls(file) + " times"));
    return wrong;
  }

  private List<String> wrongWith(Staging staging, GetFileStatus file) {
    SrmStatus told = file.status().code();
    boolean given =
        staging.givenUp && staging.givingUp.map(stage::surl).equals(Optional.of(file.surl()));
    return Stream.of(
            WAITING.contains(told) ? file.surl().text() + " still waits" : "",
            given && HELD.contains(told) ? file.surl().text() + " was given up, and is held" : "")
        .filter(text -> !text.isEmpty())
        .toList();
  }

  private long count(String query, String like) {
    return stage.world.b.site.transactions.read(
        sql -> sql.sql(query).params(List.of(like)).query(Long.class).single());
  }
}
