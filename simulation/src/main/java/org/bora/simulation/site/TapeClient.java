package org.bora.simulation.site;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Predicate;
import org.bora.api.Catalogue;
import org.bora.api.Operation;
import org.bora.api.directory.RmRequest;
import org.bora.api.put.PutDoneRequest;
import org.bora.api.put.PutFile;
import org.bora.api.put.PutReply;
import org.bora.api.put.PutRequest;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.Reply;
import org.bora.api.word.SrmStatus;
import org.bora.simulation.schedule.Choices;
import org.bora.simulation.schedule.Scheduler;

/** One life of a client of files on tape, the only writer of its names. */
final class TapeClient {
  private static final int NAMES = 5;
  private static final int ATTEMPTS = 4;
  private static final int PUT_PIN_SECONDS = 600;
  private static final int FAST_MILLIS = 1_000;
  private static final int SLOW_MILLIS = 8_000;
  private static final int FAITHFUL = 4;

  /** An unanswered call takes effect within this time, if at all. */
  private static final Duration LATE = Duration.ofMinutes(15);

  private final String label;
  private final String dn;
  private final Scheduler scheduler;
  private final Choices choices;
  private final Frontend frontend;
  private final TapeSite site;
  private final TapeWishes wishes;
  private final Predicate<String> contested;
  private final List<TapeWishes.Kept> names = new ArrayList<>();
  private int contents;

  /** Longest pause between two acts. */
  private final int longestGap;

  /** How many times in four the client continues with its last file. */
  private final int faithful;

  /**
   * What clients work with.
   *
   * @param contested whether a backend is frozen right before it changes the file of a name
   */
  record Tools(
      Scheduler scheduler,
      Choices choices,
      Frontend frontend,
      TapeSite site,
      Report report,
      Predicate<String> contested) {}

  TapeClient(String label, Tools tools) {
    this.label = label;
    this.dn = "/DC=org/DC=example/CN=" + label;
    this.scheduler = tools.scheduler();
    this.choices = tools.choices();
    this.frontend = tools.frontend();
    this.site = tools.site();
    this.wishes = new TapeWishes(label, dn, tools);
    this.contested = tools.contested();
    this.longestGap = choices.below(2) == 0 ? FAST_MILLIS : SLOW_MILLIS;
    this.faithful = choices.below(FAITHFUL);
    for (int i = 1; i <= NAMES; i++) {
      String area = i < NAMES ? TapeSite.NEARLINE : TapeSite.ONLINE;
      names.add(new TapeWishes.Kept(area, site.journal(area).own(label + "-" + i)));
    }
  }

  /** Works until it is killed. */
  void run() {
    TapeWishes.Kept kept = names.getFirst();
    while (true) {
      scheduler.sleep(Duration.ofMillis(1 + choices.below(longestGap)));
      if (choices.below(FAITHFUL) >= faithful) {
        kept = names.get(choices.below(names.size()));
      }
      kept = contested().orElse(kept);
      int dice = choices.below(100);
      boolean toBeMade = kept.name().mayHold(Name.ABSENT) && choices.below(4) > 0;
      if (dice < 20 || toBeMade) {
        put(kept);
      } else if (dice < 55) {
        wishes.read(kept);
      } else if (dice < 94) {
        wishes.stage(kept);
      } else {
        remove(kept);
      }
    }
  }

  /**
   * The file that a frozen backend is about to change, so that client and backend compete for it.
   */
  private Optional<TapeWishes.Kept> contested() {
    return names.stream().filter(kept -> contested.test(kept.name().path())).findFirst();
  }

  private <Q, R extends Reply> Optional<R> ask(Operation<Q, R> operation, Q question) {
    return frontend.ask(dn, operation, question).heard();
  }

  private void put(TapeWishes.Kept kept) {
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
                OptionalInt.of(PUT_PIN_SECONDS),
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
    name.isQuiet(); // this put holds the name, so no other one is under way
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
      case FILE_BUSY, NO_FREE_SPACE -> {} // the content may still be published
      default -> name.refuses(content);
    }
  }

  private void remove(TapeWishes.Kept kept) {
    Name name = kept.name();
    name.mayHoldFromNow(Name.ABSENT);
    Optional<SrmStatus> told =
        ask(Catalogue.RM, new RmRequest(List.of(kept.surl())))
            .map(reply -> reply.statuses().getFirst().code());
    if (told.isEmpty()) {
      scheduler.sleep(LATE); // it may still take effect, also later
    } else if (told.get() == SrmStatus.SUCCESS) {
      name.holds(Name.ABSENT);
    }
  }
}
