package org.bora.simulation.site;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bora.api.Catalogue;
import org.bora.api.directory.MkdirRequest;
import org.bora.api.directory.MvRequest;
import org.bora.api.directory.RmRequest;
import org.bora.api.directory.RmdirRequest;
import org.bora.api.get.GetReply;
import org.bora.api.put.PutReply;
import org.bora.api.word.Reply;
import org.bora.api.word.SrmStatus;
import org.bora.simulation.link.Network;
import org.bora.simulation.schedule.Choices;
import org.bora.simulation.schedule.Scheduler;

/**
 * One life of a grid client. It is the only writer of its own names, so it knows what they hold. It
 * is also one of the writers of the shared names. It repeats calls that were not answered.
 */
final class Client {
  private static final int NAMES = 3;
  private static final int ATTEMPTS = 4;

  private final String label;
  private final Scheduler scheduler;
  private final Choices choices;
  private final Disk disk;
  private final Report report;
  private final Journal journal;
  private final Conditions conditions;
  private final Asking asking;
  private final Puts puts;
  private final OddPuts odd;
  private final Reads reads;
  private final Spaces spaces;
  private final Moves moves;
  private final Habits habits;
  private final Enquiries enquiries;
  private final List<Name> names = new ArrayList<>();
  private int made;

  /** The client's own directory, with a slash; empty if it has none. */
  private String home = "";

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
    this.scheduler = tools.scheduler();
    this.choices = tools.choices();
    this.disk = tools.disk();
    this.report = tools.report();
    this.journal = tools.journal();
    this.conditions = tools.conditions();
    this.asking = new Asking("/DC=org/DC=example/CN=" + label, tools.frontend());
    this.enquiries = new Enquiries(asking, tools);
    this.puts = new Puts(label, asking, tools, enquiries);
    this.odd = new OddPuts(label, asking, tools, puts);
    this.reads = new Reads(asking, tools);
    this.spaces = new Spaces(asking, tools, puts, this::fresh);
    this.habits = new Habits(choices);
    this.moves = new Moves(label, asking, tools, puts, this::fresh);
    for (int i = 0; i < NAMES; i++) {
      names.add(fresh());
    }
  }

  private Name fresh() {
    return journal.own((choices.below(2) == 0 ? home : "") + label + "-" + ++made);
  }

  /**
   * Creates a directory in which names rarely change, so that no other call syncs what one call has
   * left unsynced.
   */
  private void makeHome() {
    String directory = label + "-home";
    if (succeeds(asking.ask(Catalogue.MKDIR, new MkdirRequest(Asking.surl(directory))))) {
      home = directory + "/";
      names.replaceAll(name -> fresh());
    }
  }

  /** Works until it is killed. */
  void run() {
    makeHome();
    while (true) {
      scheduler.sleep(Duration.ofMillis(1 + choices.below(8_000)));
      act();
    }
  }

  private void act() {
    int number = choices.below(names.size());
    Name name = names.get(number);
    switch (habits.next(choices)) {
      case PUT -> puts.put(name);
      case HURRIED_PUT -> odd.hurried(name);
      case ABORTED_PUT -> odd.aborted(name);
      case UNWRITTEN_PUT -> odd.unwritten(name);
      case GET -> reads.get(name);
      case LIST -> reads.list(name);
      case REMOVE -> remove(name);
      case MOVE -> names.set(number, moves.move(name));
      case DIRECTORY -> directory();
      case RACING_MOVE -> names.set(number, moves.racing(name));
      case SHARED -> shared();
      case SPACE -> spaces.act();
      case ENQUIRY -> enquiries.act();
    }
  }

  private void shared() {
    Journal.Shared name = journal.shared(choices);
    int dice = choices.below(24);
    if (dice >= 8 && dice < 13) {
      sharedGet(name);
      return;
    }
    report.races(asking.dn()); // with other clients, whose calls may take long on a slow disk
    if (dice < 8) {
      sharedPut(name);
    } else if (dice < 22) {
      Journal.Shared to = journal.shared(choices);
      asking.ask(Catalogue.MV, new MvRequest(Asking.surl(name.path()), Asking.surl(to.path())));
    } else {
      asking.ask(Catalogue.RM, new RmRequest(List.of(Asking.surl(name.path()))));
    }
    report.racesNoMore(asking.dn());
  }

  private int pin() {
    return conditions.pinSeconds(choices);
  }

  /** Aborts a put in a new directory, which can then be removed at once. */
  private void directory() {
    String directory = label + "-d" + ++made;
    if (!succeeds(asking.ask(Catalogue.MKDIR, new MkdirRequest(Asking.surl(directory))))) {
      return;
    }
    Optional<PutReply> begun = asking.begin(directory + "/x", pin(), choices.below(4) == 0);
    Optional<String> turl = begun.flatMap(reply -> reply.files().getFirst().turl());
    if (turl.isEmpty()) {
      return;
    }
    disk.append(turl.get(), puts.content());
    if (asking.abort(begun.get().token().orElseThrow()).equals(Optional.of(SrmStatus.SUCCESS))) {
      disk.append(turl.get(), puts.content());
      asking
          .ask(Catalogue.RMDIR, new RmdirRequest(Asking.surl(directory), false))
          .map(reply -> reply.status().code())
          .filter(told -> told == SrmStatus.NON_EMPTY_DIRECTORY)
          .ifPresent(told -> report.wrong("I5", directory + " is empty, and srmRmdir says no"));
    }
  }

  private static boolean succeeds(Optional<? extends Reply> reply) {
    return reply.filter(told -> told.status().code() == SrmStatus.SUCCESS).isPresent();
  }

  private void remove(Name name) {
    String there = disk.file(name.path()).orElse(Name.ABSENT);
    if (!name.mayHold(there)) {
      report.wrong("I1", name + ", and it is removed while it holds " + Name.brief(there));
    }
    name.mayHoldFromNow(Name.ABSENT);
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      Optional<SrmStatus> told =
          asking
              .ask(Catalogue.RM, new RmRequest(List.of(Asking.surl(name.path()))))
              .map(reply -> reply.statuses().getFirst().code());
      if (told.isPresent() && told.get() != SrmStatus.INTERNAL_ERROR) {
        if (told.get() == SrmStatus.SUCCESS) {
          name.isQuiet();
          name.holds(Name.ABSENT);
          if (choices.below(2) == 0) {
            if (attempt > 0) {
              scheduler.sleep(Network.LONGEST_DELAY); // an earlier call may still be on its way
            }
            puts.put(name); // the old file was in the way
          }
        } else if (told.get() == SrmStatus.INVALID_PATH) {
          name.sees(Name.ABSENT); // an unanswered put may still create it again
        }
        return;
      }
      scheduler.sleep(Duration.ofMillis(choices.below(choices.below(2) == 0 ? 500 : 10_000)));
    }
  }

  private void sharedPut(Journal.Shared name) {
    Optional<PutReply> begun = asking.begin(name.path(), pin(), choices.below(4) == 0);
    Optional<String> turl = begun.flatMap(reply -> reply.files().getFirst().turl());
    if (turl.isEmpty()) {
      return;
    }
    String content = puts.content();
    journal.mayShare(content);
    if (!puts.transfer(turl.get(), content)) {
      return;
    }
    asking.done(begun.get().token().orElseThrow(), name.path());
  }

  private void sharedGet(Journal.Shared name) {
    Optional<GetReply> reply = asking.open(name.path(), choices.below(3) == 0);
    reply
        .flatMap(answer -> answer.files().getFirst().turl())
        .flatMap(disk::read)
        .filter(content -> !journal.mayBeShared(content))
        .ifPresent(
            content ->
                report.wrong("I2", "a read of " + name.path() + " finds " + Name.brief(content)));
    // other clients write to the name, which ends pins of the old file
    reply
        .filter(answer -> answer.token().isPresent() && choices.below(2) == 0)
        .ifPresent(asking::release);
  }
}
