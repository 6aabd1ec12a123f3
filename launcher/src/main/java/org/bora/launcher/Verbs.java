package org.bora.launcher;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import org.bora.launcher.command.Machine;
import org.bora.launcher.command.VerbProvider;
import org.bora.launcher.command.change.AuditCommand;
import org.bora.launcher.command.change.BansCommand;
import org.bora.launcher.command.change.DrainCommand;
import org.bora.launcher.command.change.RebuildCommand;
import org.bora.launcher.command.change.RequestsCommand;
import org.bora.launcher.command.change.RevokeCommand;
import org.bora.launcher.command.change.S3Command;
import org.bora.launcher.command.change.S3KeysCommand;
import org.bora.launcher.command.change.SurlCommand;
import org.bora.launcher.command.change.TapeCommand;
import org.bora.launcher.command.change.TransfersCommand;
import org.bora.launcher.command.config.ConfigCommand;
import org.bora.launcher.command.config.DiffCommand;
import org.bora.launcher.command.config.ExplainCommand;
import org.bora.launcher.command.config.ImportCommand;
import org.bora.launcher.command.config.PolicyCommand;
import org.bora.launcher.command.config.ReloadCommand;
import org.bora.launcher.command.init.InitCommand;
import org.bora.launcher.command.init.SetupQuestions;
import org.bora.launcher.command.invite.AdminCommand;
import org.bora.launcher.command.invite.InviteCommand;
import org.bora.launcher.command.look.AreasCommand;
import org.bora.launcher.command.look.LookCommands;
import org.bora.launcher.command.look.PublishCommand;
import org.bora.launcher.command.look.QuotaCommand;
import org.bora.launcher.command.look.StatusCommand;
import org.bora.launcher.command.run.BackendCommand;
import org.bora.launcher.command.run.DoorCommand;
import org.bora.launcher.command.run.DownCommand;
import org.bora.launcher.command.run.EnvCommand;
import org.bora.launcher.command.run.FrontendCommand;
import org.bora.launcher.command.run.PageCommand;
import org.bora.launcher.command.run.ServeCommand;
import org.bora.launcher.command.run.TokenCommand;
import org.bora.launcher.command.run.UpCommand;
import org.bora.launcher.manual.ManualCommand;
import picocli.CommandLine;

/**
 * The verbs. Each is made on demand: making all of them takes longer than most of them run, because
 * picocli inspects every option by reflection.
 */
final class Verbs {
  /** Those of every Bora, as --help lists them. */
  static final List<String> NAMES =
      List.of(
          "up",
          "down",
          "status",
          "drain",
          "page",
          "audit",
          "areas",
          "tape",
          "requests",
          "surl",
          "bans",
          "transfers",
          "s3",
          "quota",
          "space",
          "recalls",
          "doors",
          "callers",
          "errors",
          "completion",
          "manual",
          "publish",
          "rebuild",
          "revoke",
          "env",
          "token",
          "serve",
          "frontend",
          "backend",
          "door",
          "init",
          "config",
          "policy",
          "admin",
          "import",
          "help");

  /** These tell of all the others. */
  private static final Set<String> OF_ALL = Set.of("completion", "manual", "help");

  /** Those that only a checkout has; there the jar of devtools is on the class path. */
  private static final Set<String> OF_A_CHECKOUT = Set.of("test", "bench", "simulate");

  private Verbs() {}

  /** Also the verbs of other jars on the class path, which come last. */
  static List<String> all() {
    List<String> all = new ArrayList<>(NAMES);
    for (VerbProvider provider : providers()) {
      all.addAll(provider.names());
    }
    return List.copyOf(all);
  }

  private static ServiceLoader<VerbProvider> providers() {
    return ServiceLoader.load(VerbProvider.class, Verbs.class.getClassLoader());
  }

  /** Whether a checkout has a verb of this name, and nothing else does. */
  static boolean isOfACheckout(String name) {
    return OF_A_CHECKOUT.contains(name);
  }

  /** Those that a command line with these words needs: one, or all where the first names none. */
  static List<String> needed(String... words) {
    if (words.length == 1 && words[0].equals("--version")) {
      return List.of();
    }
    boolean oneIsNamed = words.length > 0 && !OF_ALL.contains(words[0]);
    if (oneIsNamed && NAMES.contains(words[0])) {
      return List.of(words[0]);
    }
    List<String> all = all();
    return oneIsNamed && all.contains(words[0]) ? List.of(words[0]) : all;
  }

  /** One of {@link #all}, as an object for picocli. */
  static Object made(String name, Machine machine) {
    return switch (name) {
      case "up" -> new UpCommand(machine);
      case "down" -> new DownCommand(machine);
      case "status" -> new StatusCommand(machine);
      case "drain" -> new DrainCommand(machine);
      case "page" -> new PageCommand(machine);
      case "audit" -> new AuditCommand(machine);
      case "areas" -> new AreasCommand(machine);
      case "tape" -> new TapeCommand(machine);
      case "requests" -> new RequestsCommand(machine);
      case "surl" -> new SurlCommand(machine);
      case "bans" -> new BansCommand(machine);
      case "transfers" -> new TransfersCommand(machine);
      case "quota" -> new QuotaCommand(machine);
      case "s3" -> new CommandLine(new S3Command()).addSubcommand(new S3KeysCommand(machine));
      case "space", "recalls", "doors", "callers", "errors" -> LookCommands.named(name, machine);
      case "completion" -> new CompletionCommand();
      case "manual" -> new ManualCommand();
      case "publish" -> new PublishCommand(machine);
      case "rebuild" -> new RebuildCommand(machine);
      case "revoke" -> new RevokeCommand(machine);
      case "env" -> new EnvCommand(machine);
      case "token" -> new TokenCommand(machine);
      case "serve" -> new ServeCommand(machine);
      case "frontend" -> new FrontendCommand(machine);
      case "backend" -> new BackendCommand(machine);
      case "door" -> new DoorCommand(machine);
      case "init" -> new InitCommand(SetupQuestions.onTerminal());
      case "config" ->
          new CommandLine(new ConfigCommand())
              .addSubcommand(new ConfigCommand.Check(machine))
              .addSubcommand(new DiffCommand(machine))
              .addSubcommand(new ReloadCommand(machine));
      case "policy" ->
          new CommandLine(new PolicyCommand()).addSubcommand(new ExplainCommand(machine));
      case "admin" -> new CommandLine(new AdminCommand()).addSubcommand(new InviteCommand(machine));
      case "import" -> new ImportCommand();
      case "help" -> new HelpCommand();
      default -> added(name, machine);
    };
  }

  private static CommandLine added(String name, Machine machine) {
    for (VerbProvider provider : providers()) {
      if (provider.names().contains(name)) {
        return provider.made(name, machine);
      }
    }
    throw new IllegalArgumentException(name);
  }
}
