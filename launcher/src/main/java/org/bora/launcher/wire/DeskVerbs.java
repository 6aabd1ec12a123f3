package org.bora.launcher.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.ToIntFunction;
import org.bora.backend.stage.ledger.RemovalRow;
import org.bora.backend.stage.migration.MigrationDesk;
import org.bora.backend.stage.migration.MigrationStatus;
import org.bora.launcher.control.Answer;
import org.bora.launcher.control.ControlServer;
import org.bora.launcher.report.Amounts;
import org.bora.launcher.tape.TapeText;

/** What an administrator orders about files that wait for tape, and copies without a file. */
record DeskVerbs(MigrationDesk desk) {
  DeskVerbs {
    Objects.requireNonNull(desk, "desk");
  }

  Map<String, ControlServer.Verb> all() {
    return Map.of(
        "tape-retry",
        this::retry,
        "tape-copies",
        this::copies,
        "tape-keep",
        words -> decide(words, desk::keep, "stay on tape until `bora tape give-up`"),
        "tape-give-up",
        words -> decide(words, desk::giveUp, "will be removed after the grace"));
  }

  private Answer retry(List<String> words) {
    String library = String.join(" ", words);
    if (!desk.libraries().contains(library)) {
      return refused(
          "there is no tape library '"
              + library
              + "'; there are: "
              + String.join(", ", desk.libraries()));
    }
    return done(Amounts.count(desk.retry(library), "file") + " tried again now");
  }

  private Answer copies(List<String> none) {
    List<String> lines = new ArrayList<>();
    for (MigrationStatus status : desk.status()) {
      lines.addAll(listed(status.library(), true, status.held()));
      lines.addAll(listed(status.library(), false, status.removals()));
    }
    return lines.isEmpty() ? done("there is no copy on tape without its file") : done(lines);
  }

  private List<String> listed(String library, boolean held, long all) {
    List<RemovalRow> some = desk.removals(library, held);
    List<String> lines = new ArrayList<>();
    some.forEach(copy -> lines.add(TapeText.copy(copy, held)));
    if (all > some.size()) {
      lines.add("  and " + (all - some.size()) + " more of library " + library);
    }
    return lines;
  }

  private static Answer decide(List<String> words, ToIntFunction<UUID> order, String outcome) {
    Optional<UUID> file = identifier(words);
    if (file.isEmpty()) {
      return refused(
          "'" + String.join(" ", words) + "' is no identifier; `bora tape copies` lists them");
    }
    int copies = order.applyAsInt(file.get());
    return copies == 0
        ? refused("no copy without its file has the identifier " + file.get())
        : done(Amounts.count(copies, "copy", "copies") + " of it: " + outcome);
  }

  private static Optional<UUID> identifier(List<String> words) {
    try {
      return words.size() == 1 ? Optional.of(UUID.fromString(words.getFirst())) : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static Answer done(String line) {
    return done(List.of(line));
  }

  private static Answer done(List<String> lines) {
    return new Answer(true, lines);
  }

  private static Answer refused(String why) {
    return new Answer(false, List.of(why));
  }
}
