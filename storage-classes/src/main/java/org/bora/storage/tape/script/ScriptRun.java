package org.bora.storage.tape.script;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bora.storage.tape.script.ScriptProcess.Output;
import org.bora.storage.tape.wire.TapeFileReport;
import org.bora.storage.tape.wire.TapeJson;
import org.bora.storage.tape.wire.TimeText;

/** One run of a command, from its start to its end or its time limit. */
final class ScriptRun {
  /** Come back with the rest: EX_TEMPFAIL of sysexits.h. */
  static final int TRY_AGAIN = 75;

  private static final Duration LONGEST_TICK = Duration.ofSeconds(1);

  private final List<String> command;
  private final Map<String, String> environment;
  private final Duration most;
  private final Duration silence;
  private final Duration grace;
  private final Clock clock;

  /** Receives the reports, on the thread of {@link #run}. */
  interface Listener {
    /** Accepts a report; returns why it has no effect, or empty. */
    Optional<String> hear(TapeFileReport report);

    /** Called about once a second; false ends the run. */
    boolean goOn();
  }

  /**
   * The end of a run.
   *
   * @param text why files may be unfinished, for the administrator; continues the command's name
   */
  record Ending(How how, String text) {}

  /** The ways in which a run can end. */
  enum How {
    /** By itself, with 0. */
    THROUGH,
    /** By itself, and wants to be called again. */
    TRY_AGAIN,
    /** By us: it was not wanted any more. */
    STOPPED,
    /** By itself with another code, or by us since it took too long. */
    FAILED
  }

  /**
   * @param most how long it may take
   * @param silence how long it may say nothing
   * @param grace between asking it to end and ending it
   */
  ScriptRun(
      List<String> command,
      Map<String, String> environment,
      Duration most,
      Duration silence,
      Duration grace,
      Clock clock) {
    this.command = command;
    this.environment = environment;
    this.most = most;
    this.silence = silence;
    this.grace = grace;
    this.clock = clock;
  }

  /**
   * Runs the command.
   *
   * @throws IOException if it cannot be started
   * @throws InterruptedException the process ends, and the command with it
   */
  Ending run(String name, String document, Listener listener)
      throws IOException, InterruptedException {
    try (ScriptProcess process =
        ScriptProcess.start(command, environment, document, grace, clock)) {
      ScriptLog log = new ScriptLog(name + " (process " + process.pid() + ")");
      Ending ending = attend(process, log, listener);
      log.close(
          ending.how() == How.THROUGH ? "ended with code 0" : ending.text(),
          ending.how() != How.FAILED);
      return ending;
    }
  }

  private Ending attend(ScriptProcess process, ScriptLog log, Listener listener)
      throws InterruptedException {
    Instant begun = clock.instant();
    Instant heard = begun;
    Instant ticked = begun;
    Duration tick = silence.compareTo(LONGEST_TICK) < 0 ? silence.dividedBy(2) : LONGEST_TICK;
    while (!process.isOver()) {
      Optional<Output> output = process.next(tick);
      Instant now = clock.instant();
      if (output.isPresent()) {
        heard = now;
        take(output.get(), log, listener);
      }
      if (!now.isBefore(ticked.plus(tick))) {
        ticked = now;
        if (!listener.goOn()) {
          return new Ending(How.STOPPED, "was stopped: its files are not wanted any more");
        }
      }
      if (now.isAfter(begun.plus(most))) {
        return new Ending(How.FAILED, "was ended: it took longer than " + TimeText.of(most));
      }
      if (now.isAfter(heard.plus(silence))) {
        return new Ending(How.FAILED, "was ended: it said nothing for " + TimeText.of(silence));
      }
    }
    return exit(process.exitCode(), log);
  }

  private static Ending exit(int code, ScriptLog log) {
    return switch (code) {
      case 0 -> new Ending(How.THROUGH, "ended without a word on the file");
      case TRY_AGAIN ->
          new Ending(How.TRY_AGAIN, "asked to be called again for the rest" + log.lastWords());
      default -> new Ending(How.FAILED, "ended with code " + code + log.lastWords());
    };
  }

  private static void take(Output output, ScriptLog log, Listener listener) {
    switch (output) {
      case Output.Said said -> hear(said.line(), log, listener);
      case Output.Complained complained -> log.complained(complained.line());
      case Output.End end -> throw new IllegalStateException("ends are not handed out: " + end);
    }
  }

  private static void hear(BoundedLines.Line line, ScriptLog log, Listener listener) {
    if (line.text().isBlank()) {
      return;
    }
    if (!line.whole()) {
      log.ignored(line, "longer than " + ScriptProcess.MAX_LINE_BYTES + " bytes");
      return;
    }
    TapeFileReport report;
    try {
      report = TapeJson.report(TapeJson.readObject(line.text()));
    } catch (IllegalArgumentException junk) {
      log.ignored(line, String.valueOf(junk.getMessage()));
      return;
    }
    listener.hear(report).ifPresent(why -> log.ignored(line, why));
  }
}
