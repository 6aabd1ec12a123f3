package org.bora.simulation.site;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.bora.api.Catalogue;
import org.bora.api.Operation;
import org.bora.api.directory.RmRequest;
import org.bora.api.get.GetFileStatus;
import org.bora.api.get.GetReply;
import org.bora.api.get.GetRequest;
import org.bora.api.put.PutDoneRequest;
import org.bora.api.put.PutFile;
import org.bora.api.put.PutReply;
import org.bora.api.put.PutRequest;
import org.bora.api.request.AbortFilesRequest;
import org.bora.api.request.AbortRequest;
import org.bora.api.request.ExtendRequest;
import org.bora.api.request.ReleaseRequest;
import org.bora.api.request.StatusRequest;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.Reply;
import org.bora.api.word.SourceFile;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.Surl;
import org.bora.simulation.schedule.Choices;
import org.bora.simulation.schedule.Scheduler;

/**
 * One life of a client of files on tape: the only one that writes to its names. It wants them on
 * disk, by srmPrepareToGet, srmBringOnline or as the Tape REST door does, and looks at them for as
 * long as its pins are promised.
 */
final class TapeClient {
  private static final int NAMES = 5;
  private static final int ATTEMPTS = 4;
  private static final int PUT_PIN_SECONDS = 600;
  private static final int LEAST_PIN_SECONDS = 60;
  private static final int MOST_PIN_SECONDS = 300;
  private static final Duration PATIENCE = Duration.ofMinutes(8);

  /** A pin was promised from some moment of the call on; its last seconds are not looked at. */
  private static final Duration SLACK = Duration.ofSeconds(5);

  /** A call without an answer may still be done so late. */
  private static final Duration LATE = Duration.ofMinutes(15);

  private final String label;
  private final String dn;
  private final Scheduler scheduler;
  private final Choices choices;
  private final Frontend frontend;
  private final TapeSite site;
  private final Report report;
  private final List<Kept> names = new ArrayList<>();
  private int contents;
  private int requests;

  /** A name in an area. */
  private record Kept(String area, Name name) {
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

  /** What clients work with. */
  record Tools(
      Scheduler scheduler, Choices choices, Frontend frontend, TapeSite site, Report report) {}

  TapeClient(String label, Tools tools) {
    this.label = label;
    this.dn = "/DC=org/DC=example/CN=" + label;
    this.scheduler = tools.scheduler();
    this.choices = tools.choices();
    this.frontend = tools.frontend();
    this.site = tools.site();
    this.report = tools.report();
    for (int i = 1; i <= NAMES; i++) {
      String area = i < NAMES ? TapeSite.NEARLINE : TapeSite.ONLINE;
      names.add(new Kept(area, site.journal(area).own(label + "-" + i)));
    }
  }

  /** Works until it is killed. */
  void run() {
    while (true) {
      scheduler.sleep(Duration.ofMillis(1 + choices.below(8_000)));
      Kept kept = names.get(choices.below(names.size()));
      int dice = choices.below(100);
      boolean toBeMade = kept.name().mayHold(Name.ABSENT) && choices.below(4) > 0;
      if (dice < 20 || toBeMade) {
        put(kept);
      } else if (dice < 55) {
        read(kept);
      } else if (dice < 94) {
        stage(kept);
      } else {
        remove(kept);
      }
    }
  }

  private <Q, R extends Reply> Optional<R> ask(Operation<Q, R> operation, Q question) {
    return frontend.ask(dn, operation, question).heard();
  }

  private static OptionalInt seconds(int seconds) {
    return OptionalInt.of(seconds);
  }

  private void put(Kept kept) {
    Name name = kept.name();
    Optional<PutReply> begun =
        ask(
            Catalogue.PREPARE_TO_PUT,
            new PutRequest(
                List.of(new PutFile(Optional.of(kept.surl()), OptionalLong.empty())),
                "",
                OverwriteMode.ALWAYS,
                Optional.empty(),
                OptionalInt.empty(),
                seconds(PUT_PIN_SECONDS),
                OptionalInt.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of("gsiftp"),
                OptionalInt.empty()));
    Optional<String> turl =
        begun.flatMap(reply -> reply.files().stream().findFirst()).flatMap(file -> file.turl());
    if (turl.isEmpty()) {
      return;
    }
    name.isQuiet(); // this put has the name: no other one is under way
    String content = label + "." + ++contents + ":" + "x".repeat(1 + choices.below(400));
    site.disk(kept.area()).append(turl.get(), content);
    name.publishes(content);
    PutDoneRequest done =
        new PutDoneRequest(begun.get().token().orElseThrow(), List.of(kept.surl()));
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      Optional<SrmStatus> told =
          ask(Catalogue.PUT_DONE, done).map(reply -> reply.statuses().getFirst().code());
      if (told.isPresent() && told.get() != SrmStatus.INTERNAL_ERROR) {
        concluded(name, site.disk(kept.area()).leftOf(turl.get()).orElse(content), told.get());
        return;
      }
      scheduler.sleep(Duration.ofMillis(choices.below(10_000)));
    }
  }

  private static void concluded(Name name, String content, SrmStatus told) {
    switch (told) {
      case SUCCESS, DUPLICATION_ERROR -> {
        name.isQuiet();
        name.holds(content);
      }
      case FILE_BUSY, NO_FREE_SPACE -> {} // it may still come
      default -> name.refuses(content);
    }
  }

  private GetRequest request(Kept kept, int pin, Optional<String> requestName) {
    boolean named = requestName.isPresent();
    return new GetRequest(
        List.of(
            new SourceFile(
                kept.surl(),
                Optional.empty(),
                named ? seconds(pin) : OptionalInt.empty(),
                named ? Optional.of("analysis") : Optional.empty())),
        "",
        seconds(Math.toIntExact(PATIENCE.toSeconds())),
        seconds(pin),
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

  private void read(Kept kept) {
    int pin = pin();
    follow(
        kept,
        pin,
        ask(Catalogue.PREPARE_TO_GET, request(kept, pin, Optional.empty())),
        Catalogue.STATUS_OF_GET);
  }

  /** As srmBringOnline, or with a name and times of single files as the Tape REST door. */
  private void stage(Kept kept) {
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

  private long extended(Kept kept, String token, long end) {
    int more = pin();
    return ask(
            Catalogue.EXTEND_FILE_LIFE_TIME,
            new ExtendRequest(
                Optional.of(token), List.of(kept.surl()), OptionalInt.empty(), seconds(more)))
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

  private void remove(Kept kept) {
    Name name = kept.name();
    name.mayHoldFromNow(Name.ABSENT);
    Optional<SrmStatus> told =
        ask(Catalogue.RM, new RmRequest(List.of(kept.surl())))
            .map(reply -> reply.statuses().getFirst().code());
    if (told.isEmpty()) {
      scheduler.sleep(LATE); // it may still be done, also to what is written meanwhile
    } else if (told.get() == SrmStatus.SUCCESS) {
      name.holds(Name.ABSENT);
    }
  }
}
