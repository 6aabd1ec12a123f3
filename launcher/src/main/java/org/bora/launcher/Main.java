package org.bora.launcher;

import java.io.PrintWriter;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.bora.launcher.command.Machine;
import org.bora.server.config.FrontendSettings;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command {@code bora}. */
@Command(
    name = "bora",
    description = "A Storage Resource Manager (SRM v2.2) for scientific sites.",
    mixinStandardHelpOptions = true,
    version = "Bora " + FrontendSettings.VERSION,
    synopsisSubcommandLabel = "VERB")
public final class Main {
  private Main() {}

  /** Exits with 0 on success, 1 on failure, 2 after wrong usage, or with the code of the verb. */
  public static void main(String[] arguments) {
    List<String> verbs = Verbs.needed(arguments);
    System.exit(commandLine(Machine.here(), verbs).execute(arguments));
  }

  /** All verbs. They print to its writers, except those that run or start a process. */
  public static CommandLine commandLine(Machine machine) {
    return commandLine(machine, Verbs.all());
  }

  /** The same with these verbs alone. */
  static CommandLine commandLine(Machine machine, List<String> verbs) {
    CommandLine line = new CommandLine(new Main());
    for (String verb : verbs) {
      line.addSubcommand(Verbs.made(verb, machine));
    }
    line.setOut(new PrintWriter(System.out, true, StandardCharsets.UTF_8));
    line.setErr(new PrintWriter(System.err, true, StandardCharsets.UTF_8));
    line.setExecutionExceptionHandler(new Failures());
    line.setParameterExceptionHandler(new WrongUsage());
    line.setExecutionStrategy(new KnownVerbs());
    for (CommandLine verb : line.getSubcommands().values()) {
      withHelp(verb);
    }
    return line;
  }

  /**
   * Every verb, and every verb of a verb, answers --help. Those that are methods say so themselves:
   * options added later would be taken for their parameters.
   */
  private static void withHelp(CommandLine verb) {
    boolean isMethod = verb.getCommandSpec().userObject() instanceof Method;
    if (!isMethod && !verb.getCommandSpec().mixinStandardHelpOptions()) {
      verb.getCommandSpec().mixinStandardHelpOptions(true);
    }
    for (CommandLine part : verb.getSubcommands().values()) {
      withHelp(part);
    }
  }

  /** Without it {@code bora WORD --help} would ignore WORD and print the help of bora. */
  private static final class KnownVerbs implements CommandLine.IExecutionStrategy {
    @Override
    public int execute(CommandLine.ParseResult parsed) {
      CommandLine.ParseResult last = parsed;
      while (last.hasSubcommand()) {
        last = last.subcommand();
      }
      CommandLine verb = last.commandSpec().commandLine();
      boolean misread = last.isUsageHelpRequested() && !last.unmatched().isEmpty();
      if (misread && !verb.getSubcommands().isEmpty()) {
        throw new CommandLine.UnmatchedArgumentException(verb, last.unmatched());
      }
      return new CommandLine.RunLast().execute(parsed);
    }
  }

  /**
   * Says what went wrong. Neither this nor the loops above are lambdas: the class cache takes no
   * lambda that mentions a class as old as picocli's, which then is made anew at each start.
   */
  private static final class Failures implements CommandLine.IExecutionExceptionHandler {
    @Override
    public int handleExecutionException(
        Exception exception, CommandLine command, CommandLine.ParseResult parsed) {
      command.getErr().println("bora: " + ErrorText.told(exception));
      if (System.getenv("BORA_TRACE") != null) {
        exception.printStackTrace(command.getErr());
      }
      return command.getCommandSpec().exitCodeOnExecutionException();
    }
  }
}
