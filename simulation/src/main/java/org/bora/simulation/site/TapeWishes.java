package org.bora.simulation.site;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.bora.api.Catalogue;
import org.bora.api.Operation;
import org.bora.api.get.GetFileStatus;
import org.bora.api.get.GetReply;
import org.bora.api.get.GetRequest;
import org.bora.api.request.AbortFilesRequest;
import org.bora.api.request.AbortRequest;
import org.bora.api.request.StatusRequest;
import org.bora.api.word.Reply;
import org.bora.api.word.SourceFile;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.Surl;
import org.bora.simulation.schedule.Choices;
import org.bora.simulation.schedule.Scheduler;

/**
 * A client's requests to have its files on disk, by srmPrepareToGet, srmBringOnline or the Tape
 * REST door.
 */
final class TapeWishes {
  private static final Duration PATIENCE = Duration.ofMinutes(8);

  private final String label;
  private final String dn;
  private final Scheduler scheduler;
  private final Choices choices;
  private final Frontend frontend;
  private final TapeConditions conditions;
  private final TapePins pins;
  private final Report report;
  private int requests;

  /** A name in an area. */
  record Kept(String area, Name name) {
    Surl surl() {
      return new Surl(
          "srm://"
              + SimulatedBackend.HOST
              + ":8444/srm/managerv2?SFN=/"
              + area
              + "/"
              + name.path());
    }
  }

  TapeWishes(String label, String dn, TapeClient.Tools tools) {
    this.label = label;
    this.dn = dn;
    this.scheduler = tools.scheduler();
    this.choices = tools.choices();
    this.frontend = tools.frontend();
    this.conditions = tools.site().conditions();
    this.pins = new TapePins(dn, tools);
    this.report = tools.report();
  }

  private <Q, R extends Reply> Optional<R> ask(Operation<Q, R> operation, Q question) {
    return frontend.ask(dn, operation, question).heard();
  }

  private GetRequest request(Kept kept, int pin, Optional<String> requestName) {
    boolean named = requestName.isPresent();
    return new GetRequest(
        List.of(
            new SourceFile(
                kept.surl(),
                Optional.empty(),
                named ? OptionalInt.of(pin) : OptionalInt.empty(),
                named ? Optional.of("analysis") : Optional.empty())),
        "",
        OptionalInt.of(Math.toIntExact(PATIENCE.toSeconds())),
        OptionalInt.of(pin),
        OptionalInt.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of("gsiftp"),
        requestName,
        named);
  }

  private int pin() {
    return conditions.pinSeconds(choices);
  }

  /** Uses srmPrepareToGet. */
  void read(Kept kept) {
    int pin = pin();
    follow(
        kept,
        scheduler.nanos(),
        ask(Catalogue.PREPARE_TO_GET, request(kept, pin, Optional.empty())),
        Catalogue.STATUS_OF_GET);
  }

  /** Uses srmBringOnline, or names and times of single files as the Tape REST door does. */
  void stage(Kept kept) {
    int pin = pin();
    Optional<String> name =
        choices.below(2) == 0 ? Optional.empty() : Optional.of(label + "-" + ++requests);
    follow(
        kept,
        scheduler.nanos(),
        ask(Catalogue.BRING_ONLINE, request(kept, pin, name)),
        Catalogue.STATUS_OF_BRING_ONLINE);
  }

  private void follow(
      Kept kept, long began, Optional<GetReply> begun, Operation<StatusRequest, GetReply> status) {
    if (begun.isEmpty() || begun.get().token().isEmpty()) {
      return;
    }
    String token = begun.get().token().get();
    Optional<GetReply> heard = begun;
    long asked = began;
    long patience = scheduler.nanos() + PATIENCE.toNanos();
    while (heard.isEmpty() || isWaiting(heard.get())) {
      if (scheduler.nanos() > patience || choices.below(40) == 0) {
        abort(kept, token);
        return;
      }
      scheduler.sleep(Duration.ofMillis(500 + choices.below(10_000)));
      asked = scheduler.nanos();
      heard = ask(status, new StatusRequest(token, List.of()));
    }
    long from = asked;
    heard.get().files().stream().findFirst().ifPresent(file -> told(kept, from, token, file));
  }

  private static boolean isWaiting(GetReply reply) {
    return reply.statuses().stream()
        .anyMatch(
            told ->
                told.code() == SrmStatus.REQUEST_QUEUED
                    || told.code() == SrmStatus.REQUEST_INPROGRESS);
  }

  private void abort(Kept kept, String token) {
    if (choices.below(2) == 0) {
      ask(Catalogue.ABORT_REQUEST, new AbortRequest(token));
    } else {
      ask(Catalogue.ABORT_FILES, new AbortFilesRequest(token, List.of(kept.surl())));
    }
  }

  /**
   * Handles an answer.
   *
   * @param asked when the question was sent
   */
  private void told(Kept kept, long asked, String token, GetFileStatus file) {
    switch (file.status().code()) {
      case FILE_PINNED, SUCCESS ->
          file.remainingPinTime()
              .ifPresent(left -> pins.follow(kept, token, asked + TapePins.lasts(left)));
      case INVALID_PATH -> {
        if (!kept.name().mayHold(Name.ABSENT)) {
          report.wrong("I1", kept.name() + ", and a wish for it says that there is no file");
        }
      }
      case FILE_LOST -> report.wrong("I13", kept.name() + ", and it is said to be lost");
      default -> {} // the file is busy, its tape is away, or the caller has too much pinned
    }
  }
}
