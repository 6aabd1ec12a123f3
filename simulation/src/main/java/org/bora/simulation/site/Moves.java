package org.bora.simulation.site;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.bora.api.Catalogue;
import org.bora.api.directory.MvRequest;
import org.bora.api.put.PutReply;
import org.bora.api.word.SrmStatus;

/** Renames of a client's own files to names that were never used. */
final class Moves {
  private static final int AGAIN_MILLIS = 4_000;

  private final String label;
  private final Asking asking;
  private final Client.Tools tools;
  private final Puts puts;
  private final Supplier<Name> fresh;

  Moves(String label, Asking asking, Client.Tools tools, Puts puts, Supplier<Name> fresh) {
    this.label = label;
    this.asking = asking;
    this.tools = tools;
    this.puts = puts;
    this.fresh = fresh;
  }

  private int dice(int bound) {
    return tools.choices().below(bound);
  }

  private Optional<SrmStatus> ask(Name from, Name to) {
    return asking
        .ask(Catalogue.MV, new MvRequest(Asking.surl(from.path()), Asking.surl(to.path())))
        .map(reply -> reply.status().code());
  }

  /**
   * Renames a file, and may repeat the call if there is no answer. Unless the client learns that
   * the file was renamed, it does not use either name any more.
   *
   * @return the name to use from now on
   */
  Name move(Name from) {
    Journal journal = tools.journal();
    Name to = fresh.get();
    journal.moves(from, to);
    Optional<SrmStatus> told = ask(from, to);
    if (told.isEmpty() && dice(2) == 0) {
      tools.scheduler().sleep(Duration.ofMillis(dice(AGAIN_MILLIS)));
      told = ask(from, to).filter(SrmStatus.SUCCESS::equals);
    }
    if (told.isEmpty()) {
      return fresh.get();
    }
    switch (told.get()) {
      case SUCCESS -> {
        journal.moved(from, to);
        return to;
      }
      case FILE_BUSY -> {
        if (!from.mayBeBusy(tools.scheduler().nanos())) {
          tools.report().wrong("I4", from + ", and srmMv says that it is busy");
        }
        journal.stays(from, to);
        return from;
      }
      case INVALID_PATH -> {
        if (!from.mayHold(Name.ABSENT)) {
          tools.report().wrong("I1", from + ", and srmMv does not find it");
          return to;
        }
      }
      default -> {}
    }
    return fresh.get();
  }

  /**
   * Starts a put of the old name, and calls it done, while the disk renames the file slowly.
   * Neither name is used afterwards.
   */
  Name racing(Name from) {
    Name to = fresh.get();
    if (dice(2) == 0) {
      tools.disk().pace().renamesSlowly(to.path());
    }
    to.takesAllOf(from);
    from.mayHoldFromNow(Name.ABSENT);
    boolean[] over = new boolean[1];
    tools.report().races(asking.dn());
    tools
        .scheduler()
        .start(
            label,
            "moves",
            () -> {
              Optional<SrmStatus> ignored = ask(from, to);
              over[0] = true;
              tools.scheduler().changed();
            });
    tools.scheduler().sleep(Duration.ofMillis(dice(dice(2) == 0 ? 100 : 2_000)));
    int pin = tools.conditions().pinSeconds(tools.choices());
    Optional<PutReply> begun = asking.begin(from.path(), pin, false);
    Optional<String> turl = begun.flatMap(reply -> reply.files().getFirst().turl());
    if (turl.isPresent()) {
      String content = puts.content();
      tools.disk().append(turl.get(), content);
      from.mayHoldFromNow(content);
      to.mayHoldFromNow(content);
      asking.done(begun.get().token().orElseThrow(), from.path());
    }
    tools.scheduler().await(() -> over[0], Duration.ofHours(1));
    tools.report().racesNoMore(asking.dn());
    return fresh.get();
  }
}
