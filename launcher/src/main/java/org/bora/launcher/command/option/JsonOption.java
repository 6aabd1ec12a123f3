package org.bora.launcher.command.option;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.bora.server.control.OrderAnswer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@code --json} of a verb that prints lines: one object on the standard output, also after
 * failures, and the same exit codes. Its {@code lines} are the lines for people.
 */
public final class JsonOption {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  @Spec(Target.MIXEE)
  private CommandSpec spec;

  @Option(names = "--json", description = "Print one JSON object, for programs.")
  private boolean wanted;

  /** Whether a program reads it. */
  public boolean wanted() {
    return wanted;
  }

  /** Prints an object. */
  public void print(Map<String, ?> object) {
    out().println(MAPPER.writeValueAsString(object));
  }

  /** Prints a line for people; a complaint goes to the error output. */
  public void say(boolean well, String line) {
    (well ? out() : spec.commandLine().getErr()).println(line);
  }

  /** Reports an error on the error output; programs use the exit code. */
  public void complain(String why) {
    spec.commandLine().getErr().println("bora: " + why);
  }

  /** Prints the answer: done, or refused. */
  public void tell(OrderAnswer answer) {
    tell("done", answer.done(), answer.done(), answer.lines());
  }

  /**
   * Prints the result of an order.
   *
   * @return an exit code: 0 done, 1 refused
   */
  public int tell(RemoteOption.Reply reply) throws IOException {
    tell(new OrderAnswer(reply.isDone(), reply.lines()));
    return reply.isDone() ? 0 : 1;
  }

  /**
   * Tells what a route answered, or why it refused.
   *
   * @param lines makes them of an answer
   * @return an exit code: 0 done, 1 refused
   */
  public int tell(RemoteOption.Reply reply, Function<JsonNode, List<String>> lines)
      throws IOException {
    boolean done = reply.isDone();
    tell(new OrderAnswer(done, done ? lines.apply(reply.json()) : List.of(reply.problem())));
    return done ? 0 : 1;
  }

  /**
   * Prints lines.
   *
   * @param name of the boolean in the object
   * @param well false if the lines are complaints
   */
  public void tell(String name, boolean value, boolean well, List<String> lines) {
    if (wanted) {
      Map<String, Object> object = new LinkedHashMap<>();
      object.put(name, value);
      object.put("lines", lines);
      print(object);
    } else {
      lines.forEach(well ? out()::println : spec.commandLine().getErr()::println);
    }
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }
}
