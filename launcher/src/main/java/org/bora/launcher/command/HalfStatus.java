package org.bora.launcher.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.bora.launcher.control.Answer;
import org.bora.launcher.control.ControlClient;
import org.bora.launcher.control.SilentProcess;
import org.bora.launcher.drain.DrainVerb;
import org.bora.launcher.process.PidFile;

/**
 * What is told of a half that runs alone, as the packages' services do.
 *
 * @param runs whether there is one
 * @param well whether it answers, and has what it needs
 * @param lines for people
 */
record HalfStatus(boolean runs, boolean well, List<String> lines) {
  HalfStatus {
    lines = List.copyOf(lines);
  }

  /**
   * Looks for one and asks it.
   *
   * @param name {@code frontend} or {@code backend}
   * @param directory that it was started with
   */
  static HalfStatus of(String name, Path directory) throws IOException {
    Optional<PidFile.Entry> entry = new PidFile(directory.resolve(name + ".pid")).running();
    String process = entry.map(e -> "process " + e.process().pid()).orElse("in " + directory);
    Socket socket = new Socket(ProcessCommand.control(directory, name));
    try {
      Optional<Answer> drain = socket.ask(DrainVerb.NAME + " " + DrainVerb.STATUS);
      return entry.isEmpty() && drain.isEmpty()
          ? new HalfStatus(false, false, List.of())
          : of(name, process, socket, drain);
    } catch (SilentProcess silent) {
      List<String> lines =
          List.of(line(name, process, "does not answer"), more(silent.getMessage()));
      return new HalfStatus(true, false, lines);
    }
  }

  private static HalfStatus of(String name, String process, Socket socket, Optional<Answer> drain)
      throws IOException {
    Optional<Answer> lack =
        name.equals("backend")
            ? socket.ask("health").filter(health -> !health.done())
            : Optional.empty();
    String state =
        drain.map(told -> String.join("; ", told.lines())).orElse("does not answer, see its log");
    List<String> lines = new ArrayList<>();
    lines.add(line(name, process, state));
    lack.ifPresent(health -> lines.add(more("in trouble: " + String.join("; ", health.lines()))));
    socket.told("calls").forEach(line -> lines.add(more(line)));
    socket.told("alarms").stream()
        .findFirst()
        .filter(count -> !count.equals("0"))
        .ifPresent(count -> lines.add("%-9s %s, see bora tape".formatted("alarms", count)));
    return new HalfStatus(true, drain.isPresent() && lack.isEmpty(), lines);
  }

  private static String line(String name, String process, String state) {
    return "%-9s %s  %s".formatted(name, process, state);
  }

  private static String more(String line) {
    return "%-9s %s".formatted("", line);
  }

  private record Socket(Path path) {
    Socket {
      Objects.requireNonNull(path, "path");
    }

    Optional<Answer> ask(String verb) throws IOException {
      return ControlClient.ask(path, verb, ControlClient.SHORT);
    }

    /** What a verb says that not every half has. */
    List<String> told(String verb) throws IOException {
      return ask(verb).filter(Answer::done).map(Answer::lines).orElse(List.of());
    }
  }
}
