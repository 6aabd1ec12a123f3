package org.bora.launcher;

import java.io.PrintWriter;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import org.bora.launcher.command.Machine;
import org.bora.launcher.command.change.AuditCommand;
import org.bora.launcher.command.change.BansCommand;
import org.bora.launcher.command.change.DrainCommand;
import org.bora.launcher.command.change.RebuildCommand;
import org.bora.launcher.command.change.RequestsCommand;
import org.bora.launcher.command.change.SurlCommand;
import org.bora.launcher.command.change.TapeCommand;
import org.bora.launcher.command.checkout.BenchCommand;
import org.bora.launcher.command.checkout.BufferBenchCommand;
import org.bora.launcher.command.checkout.RecallBenchCommand;
import org.bora.launcher.command.checkout.TestCommand;
import org.bora.launcher.command.config.ConfigCommand;
import org.bora.launcher.command.config.DiffCommand;
import org.bora.launcher.command.config.ExplainCommand;
import org.bora.launcher.command.config.ImportCommand;
import org.bora.launcher.command.config.PolicyCommand;
import org.bora.launcher.command.config.ReloadCommand;
import org.bora.launcher.command.look.AreasCommand;
import org.bora.launcher.command.look.LookCommands;
import org.bora.launcher.command.look.PublishCommand;
import org.bora.launcher.command.look.StatusCommand;
import org.bora.launcher.command.run.BackendCommand;
import org.bora.launcher.command.run.DownCommand;
import org.bora.launcher.command.run.EnvCommand;
import org.bora.launcher.command.run.FrontendCommand;
import org.bora.launcher.command.run.ServeCommand;
import org.bora.launcher.command.run.UpCommand;
import org.bora.launcher.config.FrontendSettings;
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

  /** Exits with 0 when done, 1 when it failed, 2 when called wrongly, or as its verb says. */
  public static void main(String[] arguments) {
    System.exit(commandLine(Machine.here()).execute(arguments));
  }

  /** All verbs; they print to its writers, but for those that become, or begin, a process. */
  public static CommandLine commandLine(Machine machine) {
    CommandLine line = new CommandLine(new Main());
    line.addSubcommand(new UpCommand(machine));
    line.addSubcommand(new DownCommand(machine));
    line.addSubcommand(new StatusCommand(machine));
    line.addSubcommand(new DrainCommand(machine));
    line.addSubcommand(new AuditCommand(machine));
    line.addSubcommand(new AreasCommand(machine));
    line.addSubcommand(new TapeCommand(machine));
    line.addSubcommand(new RequestsCommand(machine));
    line.addSubcommand(new SurlCommand(machine));
    line.addSubcommand(new BansCommand(machine));
    LookCommands.all(machine).forEach(line::addSubcommand);
    line.addSubcommand(new CompletionCommand());
    line.addSubcommand(new PublishCommand(machine));
    line.addSubcommand(new RebuildCommand(machine));
    line.addSubcommand(new EnvCommand(machine));
    line.addSubcommand(new TestCommand(machine));
    line.addSubcommand(
        new CommandLine(new BenchCommand(machine))
            // those of the measurement
            .setUnmatchedOptionsArePositionalParams(true)
            .addSubcommand(new RecallBenchCommand(machine))
            .addSubcommand(new BufferBenchCommand(machine)));
    line.addSubcommand(new ServeCommand(machine));
    line.addSubcommand(new FrontendCommand(machine));
    line.addSubcommand(new BackendCommand(machine));
    line.addSubcommand(
        new CommandLine(new ConfigCommand())
            .addSubcommand(new ConfigCommand.Check(machine))
            .addSubcommand(new DiffCommand(machine))
            .addSubcommand(new ReloadCommand(machine)));
    line.addSubcommand(
        new CommandLine(new PolicyCommand()).addSubcommand(new ExplainCommand(machine)));
    line.addSubcommand(new ImportCommand());
    line.addSubcommand(new CommandLine.HelpCommand());
    line.setOut(new PrintWriter(System.out, true, StandardCharsets.UTF_8));
    line.setErr(new PrintWriter(System.err, true, StandardCharsets.UTF_8));
    line.setExecutionExceptionHandler(
        (exception, command, parsed) -> {
          command.getErr().println("bora: " + Accident.told(exception));
          if (System.getenv("BORA_TRACE") != null) {
            exception.printStackTrace(command.getErr());
          }
          return command.getCommandSpec().exitCodeOnExecutionException();
        });
    line.getSubcommands().values().forEach(Main::withHelp);
    return line;
  }

  /**
   * Every verb, and every verb of a verb, answers --help. Those that are methods say so themselves:
   * options added later would be taken for their parameters.
   */
  private static void withHelp(CommandLine verb) {
    if (verb.getCommandName().equals("help")) {
      return;
    }
    boolean isMethod = verb.getCommandSpec().userObject() instanceof Method;
    if (!isMethod && !verb.getCommandSpec().mixinStandardHelpOptions()) {
      verb.getCommandSpec().mixinStandardHelpOptions(true);
    }
    verb.getSubcommands().values().forEach(Main::withHelp);
  }
}
