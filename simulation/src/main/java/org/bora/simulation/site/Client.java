package org.bora.simulation.site;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.bora.api.Catalogue;
import org.bora.api.Operation;
import org.bora.api.directory.LsRequest;
import org.bora.api.directory.MkdirRequest;
import org.bora.api.directory.MvRequest;
import org.bora.api.directory.RmRequest;
import org.bora.api.directory.RmdirRequest;
import org.bora.api.get.GetReply;
import org.bora.api.get.GetRequest;
import org.bora.api.put.PutDoneRequest;
import org.bora.api.put.PutFile;
import org.bora.api.put.PutReply;
import org.bora.api.put.PutRequest;
import org.bora.api.request.AbortRequest;
import org.bora.api.request.ReleaseRequest;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.Reply;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SourceFile;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.Surl;
import org.bora.simulation.schedule.Choices;
import org.bora.simulation.schedule.Scheduler;

/**
 * One life of a grid client: the only one that writes to its names, so it knows what they hold; and
 * one of those who write to the names that all share. It asks again where it heard nothing.
 */
final class Client {
  private static final int NAMES = 3;
  private static final int ATTEMPTS = 4;
  private static final int LEAST_PIN_SECONDS = 60;
  private static final int MOST_PIN_SECONDS = 600;

  /** The longest pin: a put that nobody was told of ends by then, whether it is swept or not. */
  private static final Duration PIN = Duration.ofSeconds(MOST_PIN_SECONDS);

  /** A call that nobody waits for may still begin one where its backend stood still. */
  private static final Duration LATE = Duration.ofMinutes(5);

  /** A checksum that has begun in time has the grace of the sweep, but for this. */
  private static final Duration SLACK = Duration.ofSeconds(30);

  /** Of each name, for SRM. */
  static final String BEFORE_NAMES =
      "srm://"
          + SimulatedBackend.HOST
          + ":8444/srm/managerv2?SFN=/"
          + SimulatedBackend.AREA_NAME
          + "/";

  private final String label;
  private final String dn;
  private final Scheduler scheduler;
  private final Choices choices;
  private final Frontend frontend;
  private final Disk disk;
  private final Report report;
  private final Journal journal;
  private final Conditions conditions;
  private final List<Name> names = new ArrayList<>();
  private int contents;
  private int made;

  /** What clients work with. */
  record Tools(
      Scheduler scheduler,
      Choices choices,
      Frontend frontend,
      Disk disk,
      Report report,
      Journal journal,
      Conditions conditions) {}

  Client(String label, Tools tools) {
    this.label = label;
    this.dn = "/DC=org/DC=example/CN=" + label;
    this.scheduler = tools.scheduler();
    this.choices = tools.choices();
    this.frontend = tools.frontend();
    this.disk = tools.disk();
    this.report = tools.report();
    this.journal = tools.journal();
    this.conditions = tools.conditions();
    for (int i = 0; i < NAMES; i++) {
      names.add(fresh());
    }
  }

  private Name fresh() {
    return journal.own(label + "-" + ++made);
  }

  /** Works until it is killed. */
  void run() {
    while (true) {
      scheduler.sleep(Duration.ofMillis(1 + choices.below(8_000)));
      act();
    }
  }

  private void act() {
    int number = choices.below(names.size());
    Name name = names.get(number);
    int dice = choices.below(100);
    if (dice < 30) {
      put(name);
    } else if (dice < 34) {
      abortedPut(name);
    } else if (dice < 38) {
      unwrittenPut(name);
    } else if (dice < 54) {
      get(name);
    } else if (dice < 60) {
      list(name);
    } else if (dice < 66) {
      remove(name);
    } else if (dice < 73) {
      move(name, number);
    } else if (dice < 76) {
      directory();
    } else if (dice < 84) {
      sharedPut(journal.shared(choices));
    } else if (dice < 92) {
      sharedGet(journal.shared(choices));
    } else if (dice < 98) {
      sharedMove(journal.shared(choices), journal.shared(choices));
    } else {
      ask(Catalogue.RM, new RmRequest(List.of(surl(journal.shared(choices).path()))));
    }
  }

  private <Q, R extends Reply> Optional<R> ask(Operation<Q, R> operation, Q question) {
    return frontend.ask(dn, operation, question).heard();
  }

  static Surl surl(String path) {
    return new Surl(BEFORE_NAMES + path);
  }

  private String content() {
    return label + "." + ++contents + ":" + "x".repeat(1 + choices.below(400));
  }

  /** A request for a put; empty where the client has no TURL. */
  private Optional<PutReply> begin(String path, int pinSeconds) {
    return ask(
        Catalogue.PREPARE_TO_PUT,
        new PutRequest(
            List.of(new PutFile(Optional.of(surl(path)), OptionalLong.empty())),
            "",
            OverwriteMode.ALWAYS,
            Optional.empty(),
            OptionalInt.empty(),
            OptionalInt.of(pinSeconds),
            OptionalInt.empty(),
            Optional.empty(),
            Optional.empty(),
            List.of("gsiftp"),
            OptionalInt.empty()));
  }

  /** The same for a name of its own, whose state it knows. */
  private Optional<PutReply> begin(Name name, int pinSeconds) {
    Optional<PutReply> reply = begin(name.path(), pinSeconds);
    if (reply.isEmpty()) {
      name.mayBeBusyUntil(scheduler.nanos() + PIN.plus(LATE).toNanos());
      return reply;
    }
    ReturnStatus told = reply.get().statuses().getFirst();
    switch (told.code()) {
      case SPACE_AVAILABLE -> {
        name.isQuiet();
        return reply;
      }
      case FILE_BUSY -> {
        if (!name.mayBeBusy(scheduler.nanos())) {
          report.wrong("I4", name + ", and is busy");
        }
      }
      case INTERNAL_ERROR -> {}
      case NO_FREE_SPACE -> {
        if (!conditions.isTight()) {
          report.wrong("I8", name + ", and there is no space for a put");
        }
      }
      default -> report.wrong("I17", name + ", and a put is answered " + told);
    }
    return Optional.empty();
  }

  private void transfer(String turl, String content) {
    int half = choices.below(content.length());
    disk.append(turl, content.substring(0, half));
    scheduler.sleep(Duration.ofMillis(choices.below(2_000)));
    disk.append(turl, content.substring(half));
  }

  private int pin() {
    int most = choices.below(2) == 0 ? MOST_PIN_SECONDS : 2 * LEAST_PIN_SECONDS;
    return LEAST_PIN_SECONDS + choices.below(most - LEAST_PIN_SECONDS);
  }

  /** A put with a TURL: until when its pin lives, and what was written. */
  private record Open(String turl, String content, long end) {}

  private void put(Name name) {
    int pin = pin();
    long before = scheduler.nanos();
    Optional<PutReply> begun = begin(name, pin);
    if (begun.isEmpty()) {
      return;
    }
    String turl = begun.get().files().getFirst().turl().orElseThrow();
    Open open = new Open(turl, content(), before + Duration.ofSeconds(pin).toNanos());
    transfer(turl, open.content());
    String token = begun.get().token().orElseThrow();
    name.publishes(open.content());
    name.isOpenUntil(scheduler.nanos() + PIN.plus(conditions.sweep().putGrace()).toNanos());
    boolean heardAll = true;
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      Optional<SrmStatus> told = done(token, name.path());
      if (told.isPresent() && told.get() != SrmStatus.INTERNAL_ERROR) {
        concluded(name, open, told.get(), heardAll);
        return;
      }
      if (choices.below(3) == 0) {
        return; // it goes on with something else, and sees what became of it
      }
      heardAll = false;
      scheduler.sleep(Duration.ofMillis(choices.below(10_000)));
    }
  }

  private Optional<SrmStatus> done(String token, String path) {
    return ask(Catalogue.PUT_DONE, new PutDoneRequest(token, List.of(surl(path))))
        .map(reply -> reply.statuses().getFirst().code());
  }

  private void concluded(Name name, Open open, SrmStatus told, boolean heardAll) {
    switch (told) {
      case SUCCESS -> stored(name, open.content());
      case DUPLICATION_ERROR -> {
        if (heardAll) {
          report.wrong("I6", name + ", and srmPutDone says that it was called before");
        }
        stored(name, open.content());
      }
      case FILE_BUSY -> {} // the call before is still at it
      default -> {
        boolean full = told == SrmStatus.NO_FREE_SPACE && conditions.isTight();
        if (!full && scheduler.nanos() < openFor(open)) {
          report.wrong(
              "I1", name + ", and srmPutDone of " + Name.brief(open.content()) + " says " + told);
        }
        name.refuses(open.content());
        if (!full) {
          name.isClosed();
        }
      }
    }
  }

  /** Until when a put cannot end by its time. */
  private long openFor(Open open) {
    OptionalLong seal = disk.sealBegan(open.turl());
    return seal.isPresent() && seal.getAsLong() < open.end() - SLACK.toNanos()
        ? Math.max(
            open.end(), seal.getAsLong() + conditions.sweep().putGrace().minus(SLACK).toNanos())
        : open.end();
  }

  private void stored(Name name, String content) {
    name.isQuiet();
    name.isClosed();
    name.holds(content);
  }

  private void abortedPut(Name name) {
    Optional<PutReply> begun = begin(name, pin());
    if (begun.isEmpty()) {
      return;
    }
    String turl = begun.get().files().getFirst().turl().orElseThrow();
    name.isOpenUntil(scheduler.nanos() + PIN.toNanos());
    transfer(turl, content());
    if (choices.below(3) == 0) {
      return; // left alone
    }
    Optional<SrmStatus> told =
        ask(Catalogue.ABORT_REQUEST, new AbortRequest(begun.get().token().orElseThrow()))
            .map(reply -> reply.status().code());
    if (told.equals(Optional.of(SrmStatus.SUCCESS))) {
      name.isClosed();
      if (choices.below(2) == 0) {
        disk.append(turl, content()); // a transfer that has not heard of it
      }
    }
  }

  /** Nothing is transferred: an old file stays, where there is none an empty one comes. */
  private void unwrittenPut(Name name) {
    Optional<PutReply> begun = begin(name, pin());
    if (begun.isEmpty()) {
      return;
    }
    name.isOpenUntil(scheduler.nanos() + PIN.plus(conditions.sweep().putGrace()).toNanos());
    String token = begun.get().token().orElseThrow();
    boolean mayBeNew = name.mayHold(Name.ABSENT);
    if (mayBeNew) {
      name.publishes("");
    }
    Optional<SrmStatus> told = done(token, name.path());
    if (told.equals(Optional.of(SrmStatus.SUCCESS))) {
      if (!mayBeNew) {
        report.wrong("I1", name + ", and srmPutDone of nothing succeeds");
      }
      stored(name, "");
    }
    ask(Catalogue.ABORT_REQUEST, new AbortRequest(token));
  }

  /** A directory with nothing but what was given up in it can be removed at once. */
  private void directory() {
    String directory = label + "-d" + ++made;
    if (!succeeds(ask(Catalogue.MKDIR, new MkdirRequest(surl(directory))))) {
      return;
    }
    Optional<PutReply> begun = begin(directory + "/x", pin());
    Optional<String> turl = begun.flatMap(reply -> reply.files().getFirst().turl());
    if (turl.isEmpty()) {
      return;
    }
    disk.append(turl.get(), content());
    if (succeeds(
        ask(Catalogue.ABORT_REQUEST, new AbortRequest(begun.get().token().orElseThrow())))) {
      disk.append(turl.get(), content());
      ask(Catalogue.RMDIR, new RmdirRequest(surl(directory), false))
          .map(reply -> reply.status().code())
          .filter(told -> told == SrmStatus.NON_EMPTY_DIRECTORY)
          .ifPresent(told -> report.wrong("I5", directory + " is empty, and srmRmdir says no"));
    }
  }

  private static boolean succeeds(Optional<? extends Reply> reply) {
    return reply.filter(told -> told.status().code() == SrmStatus.SUCCESS).isPresent();
  }

  private Optional<GetReply> open(String path) {
    return ask(
        Catalogue.PREPARE_TO_GET,
        new GetRequest(
            List.of(new SourceFile(surl(path), Optional.empty())),
            "",
            OptionalInt.empty(),
            OptionalInt.of(MOST_PIN_SECONDS),
            OptionalInt.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            List.of("gsiftp")));
  }

  private void get(Name name) {
    Optional<GetReply> reply = open(name.path());
    if (reply.isEmpty()) {
      return;
    }
    ReturnStatus told = reply.get().statuses().getFirst();
    switch (told.code()) {
      case FILE_PINNED -> {
        String turl = reply.get().files().getFirst().turl().orElseThrow();
        seen(name, disk.read(turl).orElse(Name.ABSENT), "a read");
        if (choices.below(2) == 0) {
          release(reply.get());
        }
      }
      case INVALID_PATH -> seen(name, Name.ABSENT, "srmPrepareToGet");
      case FILE_BUSY -> {
        if (!name.mayBeBusy(scheduler.nanos())) {
          report.wrong("I4", name + ", and srmPrepareToGet says that it is busy");
        }
      }
      case INTERNAL_ERROR -> {}
      default -> report.wrong("I17", name + ", and a get is answered " + told);
    }
  }

  private void release(GetReply reply) {
    Optional<SrmStatus> told =
        ask(Catalogue.RELEASE_FILES, new ReleaseRequest(reply.token(), List.of(), false))
            .map(answer -> answer.status().code());
    if (told.isPresent() && told.get() == SrmStatus.FAILURE) {
      report.wrong("I11", "a pin of " + dn + " cannot be released");
    }
  }

  private void seen(Name name, String content, String by) {
    if (!name.mayHold(content)) {
      report.wrong("I1", name + ", and " + by + " finds " + Name.brief(content));
    }
    name.holds(content);
  }

  private void list(Name name) {
    ask(
            Catalogue.LS,
            new LsRequest(
                List.of(surl(name.path())),
                true,
                false,
                OptionalInt.of(0),
                OptionalInt.empty(),
                OptionalInt.empty(),
                Optional.empty()))
        .filter(reply -> !reply.statuses().isEmpty())
        .map(reply -> reply.statuses().getFirst().code())
        .ifPresent(
            told -> {
              if (told == SrmStatus.INVALID_PATH && !name.mayHold(Name.ABSENT)) {
                report.wrong("I1", name + ", and srmLs does not find it");
              }
            });
  }

  private void remove(Name name) {
    name.mayHoldFromNow(Name.ABSENT);
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      Optional<SrmStatus> told =
          ask(Catalogue.RM, new RmRequest(List.of(surl(name.path()))))
              .map(reply -> reply.statuses().getFirst().code());
      if (told.isPresent() && told.get() != SrmStatus.INTERNAL_ERROR) {
        if (told.get() == SrmStatus.SUCCESS) {
          name.isQuiet();
          name.holds(Name.ABSENT);
        } else if (told.get() == SrmStatus.INVALID_PATH) {
          name.holds(Name.ABSENT); // a put that was not answered may come after it
        }
        return;
      }
      scheduler.sleep(Duration.ofMillis(choices.below(10_000)));
    }
  }

  /** To a name that nobody has used. Where the answer is lost both are left alone. */
  private void move(Name from, int number) {
    Name to = fresh();
    journal.moves(from, to);
    names.set(number, to);
    Optional<SrmStatus> told =
        ask(Catalogue.MV, new MvRequest(surl(from.path()), surl(to.path())))
            .map(reply -> reply.status().code());
    if (told.isEmpty()) {
      names.set(number, fresh());
    } else if (told.get() == SrmStatus.SUCCESS) {
      journal.moved(from, to);
    } else if (told.get() == SrmStatus.FILE_BUSY) {
      names.set(number, from);
      journal.stays(from, to);
    } else if (told.get() == SrmStatus.INVALID_PATH && !from.mayHold(Name.ABSENT)) {
      report.wrong("I1", from + ", and srmMv does not find it");
    } else {
      names.set(number, fresh());
    }
  }

  private void sharedPut(Journal.Shared name) {
    Optional<PutReply> begun = begin(name.path(), pin());
    Optional<String> turl = begun.flatMap(reply -> reply.files().getFirst().turl());
    if (turl.isEmpty()) {
      return;
    }
    String content = content();
    journal.mayShare(content);
    transfer(turl.get(), content);
    done(begun.get().token().orElseThrow(), name.path());
  }

  private void sharedMove(Journal.Shared from, Journal.Shared to) {
    ask(Catalogue.MV, new MvRequest(surl(from.path()), surl(to.path())));
  }

  private void sharedGet(Journal.Shared name) {
    Optional<GetReply> reply = open(name.path());
    reply
        .flatMap(answer -> answer.files().getFirst().turl())
        .flatMap(disk::read)
        .filter(content -> !journal.mayBeShared(content))
        .ifPresent(
            content ->
                report.wrong("I2", "a read of " + name.path() + " finds " + Name.brief(content)));
    // others write to it, which ends pins of what was there
    reply
        .filter(_ -> choices.below(2) == 0)
        .ifPresent(
            answer ->
                ask(Catalogue.RELEASE_FILES, new ReleaseRequest(answer.token(), List.of(), false)));
  }
}
