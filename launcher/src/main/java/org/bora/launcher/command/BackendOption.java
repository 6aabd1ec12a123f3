package org.bora.launcher.command;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.bora.api.word.LogText;
import org.bora.launcher.admin.ApiVerb;
import org.bora.launcher.control.Answer;
import org.bora.launcher.control.ControlClient;
import org.bora.launcher.home.Home;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which running backend a verb asks: that of {@code bora up}, or one alone. */
final class BackendOption {
  static final int NOT_RUNNING = 3;

  @Mixin private HomeOption homeOption;

  @Option(
      names = "--directory",
      paramLabel = "DIR",
      description = "Of `bora backend`: the directory it was started with.")
  private Path directory;

  /**
   * Asks it and prints what it says.
   *
   * @return an exit code: 0 done, 1 refused, 3 not running
   */
  int ask(Machine machine, String verb) throws IOException {
    return ask(
        machine,
        verb,
        answer ->
            answer.lines().forEach(answer.done() ? System.out::println : System.err::println));
  }

  /**
   * Asks it and tells what it says.
   *
   * @return an exit code: 0 done, 1 refused, 3 not running
   */
  int ask(Machine machine, String verb, Consumer<Answer> tell) throws IOException {
    return ask(machine, verb, ControlClient.USUAL, tell);
  }

  /** The same of what may take longer than usual. */
  int ask(Machine machine, String verb, Duration limit, Consumer<Answer> tell) throws IOException {
    Optional<Answer> answer = find(machine, verb, limit);
    if (answer.isEmpty()) {
      tellNone(machine);
      return NOT_RUNNING;
    }
    tell.accept(answer.get());
    return answer.get().done() ? 0 : 1;
  }

  /** What it says; empty where it does not run, which is told. */
  Optional<Answer> answer(Machine machine, String verb) throws IOException {
    Optional<Answer> answer = find(machine, verb);
    if (answer.isEmpty()) {
      tellNone(machine);
    }
    return answer;
  }

  private void tellNone(Machine machine) {
    System.err.println("bora: nothing runs that would answer at " + sockets(machine));
  }

  /**
   * What a route of the administrators' port says, asked by the socket; empty where none listens.
   *
   * @param path encoded, with its parameters
   * @param body empty for none
   * @throws IOException what listens does not know routes
   */
  Optional<RemoteOption.Reply> api(Machine machine, String method, String path, String body)
      throws IOException {
    String encoded =
        body.isEmpty()
            ? ""
            : " " + Base64.getUrlEncoder().encodeToString(body.getBytes(StandardCharsets.UTF_8));
    Optional<Answer> answer = find(machine, ApiVerb.NAME + " " + method + " " + path + encoded);
    return answer.isEmpty() ? Optional.empty() : Optional.of(reply(answer.get()));
  }

  /** As {@link ApiVerb} says it. One that was started before an upgrade may say something else. */
  private static RemoteOption.Reply reply(Answer told) throws IOException {
    List<String> lines = told.lines();
    String first = lines.isEmpty() ? "nothing" : lines.getFirst();
    if (!first.matches("[1-5][0-9]{2} .+")) {
      throw new IOException(
          "what runs is of another version and does not understand this (it says: "
              + LogText.of(first)
              + "); start it anew, or ask it by the bora of its own version");
    }
    return new RemoteOption.Reply(
        Integer.parseInt(first.substring(0, 3)), String.join("\n", lines.subList(1, lines.size())));
  }

  /** The home it lives in. */
  Home home(Machine machine) {
    return homeOption.home(machine);
  }

  /** What the first says that listens; empty where none does. */
  Optional<Answer> find(Machine machine, String verb) throws IOException {
    return find(machine, verb, ControlClient.USUAL);
  }

  private Optional<Answer> find(Machine machine, String verb, Duration limit) throws IOException {
    for (Path socket : sockets(machine)) {
      Optional<Answer> answer = ControlClient.ask(socket, verb, limit);
      if (answer.isPresent()) {
        return answer;
      }
    }
    return Optional.empty();
  }

  /** Where it may listen. */
  List<Path> sockets(Machine machine) {
    return directory == null
        ? homeOption.sockets(machine, "backend")
        : List.of(ProcessCommand.control(directory.toAbsolutePath().normalize(), "backend"));
  }
}
