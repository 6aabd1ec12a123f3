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
import org.bora.api.request.ExtendRequest;
import org.bora.api.request.ReleaseRequest;
import org.bora.api.request.StatusRequest;
import org.bora.api.word.Reply;
import org.bora.api.word.SourceFile;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.Surl;
import org.bora.simulation.schedule.Choices;
import org.bora.simulation.schedule.Scheduler;

/**
 * How a client wants its files on disk: by srmPrepareToGet, srmBringOnline or as the Tape REST door
 * does. It looks at them for as long as its pins are promised.
 */
final class TapeWishes {
  private static final int LEAST_PIN_SECONDS = 60;
  private static final int MOST_PIN_SECONDS = 300;
  private static final int ALMOST_MILLIS = 3_000;
  private static final Duration PATIENCE = Duration.ofMinutes(8);

  /** A pin was promised from some moment of the call on; its last seconds are not looked at. */
  private static final Duration SLACK = Duration.ofSeconds(5);

  private final String label;
  private final String dn;
  private final Scheduler scheduler;
  private final Choices choices;
  private final Frontend frontend;
  private final TapeSite site;
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
    this.site = tools.site();
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
    return LEAST_PIN_SECONDS + choices.below(MOST_PIN_SECONDS - LEAST_PIN_SECONDS);
  }

  /** As srmPrepareToGet. */
  void read(Kept kept) {
    int pin = pin();
    follow(
        kept,
        pin,
        ask(Catalogue.PREPARE_TO_GET, request(kept, pin, Optional.empty())),
        Catalogue.STATUS_OF_GET);
  }

  /** As srmBringOnline, or with a name and times of single files as the Tape REST door. */
  void stage(Kept kept) {
    int pin = pin();
    Optional<String> name =
        choices.below(2) == 0 ? Optional.empty() : Optional.of(label + "-" + ++requests);
    follow(
        kept,
        pin,
        ask(Catalogue.BRING_ONLINE, request(kept, pin, name)),
        Catalogue.STATUS_OF_BRING_ONLINE);
  }

  private void follow(
      Kept kept, int pin, Optional<GetReply> begun, Operation<StatusRequest, GetReply> status) {
    if (begun.isEmpty() || begun.get().token().isEmpty()) {
      return;
    }
    String token = begun.get().token().get();
    Optional<GetReply> heard = begun;
    long patience = scheduler.nanos() + PATIENCE.toNanos();
    while (heard.isEmpty() || isWaiting(heard.get())) {
      if (scheduler.nanos() > patience || choices.below(40) == 0) {
        abort(kept, token);
        return;
      }
      scheduler.sleep(Duration.ofMillis(500 + choices.below(10_000)));
      heard = ask(status, new StatusRequest(token, List.of()));
    }
    heard.get().files().stream().findFirst().ifPresent(file -> told(kept, pin, token, file));
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

  private void told(Kept kept, int pin, String token, GetFileStatus file) {
    switch (file.status().code()) {
      case FILE_PINNED, SUCCESS -> pinned(kept, token, file, pin);
      case INVALID_PATH -> {
        if (!kept.name().mayHold(Name.ABSENT)) {
          report.wrong("I1", kept.name() + ", and a wish for it says that there is no file");
        }
      }
      case FILE_LOST -> report.wrong("I13", kept.name() + ", and it is said to be lost");
      default -> {} // it is busy, or its tape is away, or too much is pinned
    }
  }

  /** It is on disk for as long as is promised. */
  private void pinned(Kept kept, String token, GetFileStatus file, int pin) {
    long end =
        scheduler.nanos()
            + Duration.ofSeconds(file.remainingPinTime().orElse(pin)).minus(SLACK).toNanos();
    look(kept, "after it was pinned", end);
    if (choices.below(2) == 0) {
      scheduler.sleep(Duration.ofMillis(choices.below(2 * pin * 1_000 / 3)));
      look(kept, "while it was pinned", end);
    }
    if (choices.below(3) == 0) {
      if (choices.below(2) == 0) {
        untilItIsAlmostOver(end);
      }
      end = extended(kept, token, end);
      scheduler.sleep(Duration.ofMillis(choices.below(pin * 1_000)));
      look(kept, "after its pin was extended", end);
    }
    if (choices.below(3) > 0) {
      ask(
          Catalogue.RELEASE_FILES,
          new ReleaseRequest(Optional.of(token), List.of(), choices.below(2) == 0));
    }
  }

  /** Many a client asks in the seconds in which its pin ends. */
  private void untilItIsAlmostOver(long end) {
    long over = end + SLACK.toNanos() - scheduler.nanos();
    long early = Duration.ofMillis(choices.below(ALMOST_MILLIS)).toNanos();
    scheduler.sleep(Duration.ofNanos(Math.max(0, over - early)));
  }

  private long extended(Kept kept, String token, long end) {
    int more = pin();
    return ask(
            Catalogue.EXTEND_FILE_LIFE_TIME,
            new ExtendRequest(
                Optional.of(token),
                List.of(kept.surl()),
                OptionalInt.empty(),
                OptionalInt.of(more)))
        .filter(
            reply -> reply.statuses().stream().allMatch(told -> told.code() == SrmStatus.SUCCESS))
        .map(reply -> scheduler.nanos() + Duration.ofSeconds(more).minus(SLACK).toNanos())
        .orElse(end);
  }

  private void look(Kept kept, String when, long end) {
    if (scheduler.nanos() >= end) {
      return;
    }
    String content = site.disk(kept.area()).file(kept.name().path()).orElse(Name.ABSENT);
    if (!kept.name().mayHold(content)) {
      report.wrong(
          "I10", kept.name() + ", and " + when + " the disk has " + Name.brief(printable(content)));
    }
  }

  private static String printable(String content) {
    return content.isEmpty() || content.charAt(0) != 0 ? content : "a stub";
  }
}
