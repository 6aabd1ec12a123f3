package org.bora.launcher.command.config;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.bora.frontend.dispatch.DispatchSettings;
import org.bora.launcher.command.Machine;
import org.bora.launcher.command.option.HomeOption;
import org.bora.launcher.command.option.JsonOption;
import org.bora.launcher.command.option.SettingOptions;
import org.bora.server.check.ClaimCheck;
import org.bora.server.check.DatabaseLook;
import org.bora.server.check.Half;
import org.bora.server.check.LinkLook;
import org.bora.server.check.MachineFinding;
import org.bora.server.check.SealCheck;
import org.bora.server.config.Configuration;
import org.bora.server.config.ConfigurationFile;
import org.bora.server.config.DatabaseSection;
import org.bora.server.config.Mistake;
import org.bora.server.wire.StartCheck;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;

/** {@code bora config}: checks and shows the configuration file. */
@Command(
    name = "config",
    description = "Checks configuration files, compares them, and reloads them.")
public final class ConfigCommand implements Runnable {

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(),
        "name a verb: `bora config check FILE`, `bora config diff [FILE FILE]` or `bora config"
            + " reload`");
  }

  /** {@code bora config check FILE}. */
  @Command(
      name = "check",
      mixinStandardHelpOptions = true,
      description = {
        "Checks everything that could prevent a start, and changes nothing: all mistakes in"
            + " the configuration file, then this machine, the database, and the link between"
            + " frontends or doors and backends. A frontend or door connects to its backends for"
            + " the check.",
        SettingOptions.HELP,
        "Exit codes: 0 Bora can start and serve; 1 it cannot."
      })
  public static final class Check implements Callable<Integer> {
    private final Machine machine;

    @Spec private CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "Configuration file, usually bora.yaml.")
    private Path file;

    @Option(
        names = "--file-only",
        description =
            "Check only the contents of the file. Use it on a machine other than the one that the"
                + " file is for.")
    private boolean fileOnly;

    @Option(
        names = "--directory",
        paramLabel = "DIR",
        description =
            "Working directory of `bora backend`, which contains seal.keys (default: backend/ in"
                + " the home directory).")
    private Path directory;

    @Mixin private HomeOption homeOption;

    @Mixin private JsonOption json;

    @Unmatched private final List<String> settings = new ArrayList<>();

    public Check(Machine machine) {
      this.machine = machine;
    }

    @Override
    public Integer call() throws IOException {
      return switch (ConfigurationFile.read(SettingOptions.source(spec, file, machine, settings))) {
        case ConfigurationFile.Outcome.Valid valid ->
            told(fileOnly ? List.of() : findings(valid.configuration()));
        case ConfigurationFile.Outcome.Invalid invalid -> {
          List<Map<String, ?>> found = new ArrayList<>();
          invalid
              .mistakes()
              .forEach(each -> found.add(object(each.line(), each.key(), each.text(), true)));
          yield json.wanted() ? printed(false, found) : listed(invalid.mistakes());
        }
      };
    }

    private List<MachineFinding> findings(Configuration configuration) throws IOException {
      Half half = Half.of(configuration);
      Optional<Path> home = half == Half.ALL ? Optional.of(home(configuration)) : Optional.empty();
      List<MachineFinding> findings =
          new ArrayList<>(StartCheck.look(configuration, half, home, Clock.systemUTC()));
      if (half.hasEngine() && !configuration.tryGrid()) {
        findings.addAll(new SealCheck(directory(home)).lookBeforeStart());
      }
      DatabaseSection database = configuration.backend().database();
      boolean closed = findings.stream().anyMatch(each -> each.key().startsWith("database."));
      if (half.hasEngine() && !database.embedded() && !closed) {
        findings.addAll(DatabaseLook.at(database.resolved()));
        findings.addAll(ClaimCheck.at(database.resolved(), configuration));
      }
      if (findings.stream().noneMatch(each -> each.grave() && each.key().startsWith("link."))) {
        findings.addAll(link(configuration, half));
      }
      return findings;
    }

    /**
     * As `bora serve` finds its home; only `bora up` starts a try grid, from a file in its home.
     */
    private Path home(Configuration configuration) {
      return configuration.tryGrid()
          ? configuration.file().toAbsolutePath().normalize().getParent()
          : homeOption.home(machine).directory();
    }

    /** Where the seal keys are: of a backend alone by the option, or where packages start it. */
    private Path directory(Optional<Path> home) {
      return directory == null
          ? home.orElseGet(() -> homeOption.home(machine).directory().resolve("backend"))
          : directory.toAbsolutePath().normalize();
    }

    private static List<MachineFinding> link(Configuration configuration, Half half) {
      return switch (half) {
        case ALL -> List.of();
        case FRONTEND -> configuration.link().dispatch().map(LinkLook::at).orElse(List.of());
        case DOOR ->
            configuration
                .link()
                .dispatch()
                .map(DispatchSettings::ofDoor)
                .map(LinkLook::at)
                .orElse(List.of());
        case BACKEND ->
            configuration
                .link()
                .serve()
                .map(serve -> LinkLook.of(serve.credentials(), Clock.systemUTC().instant()))
                .orElse(List.of());
      };
    }

    private int listed(List<Mistake> mistakes) {
      mistakes.forEach(out()::println);
      return counted(mistakes.size());
    }

    private int printed(boolean couldStart, List<Map<String, ?>> found) {
      json.print(Map.of("file", file.toString(), "couldStart", couldStart, "mistakes", found));
      return couldStart ? 0 : 1;
    }

    /** Where a mistake has no line, its object has none either. */
    private static Map<String, ?> object(int line, String key, String text, boolean grave) {
      Map<String, Object> object = new LinkedHashMap<>();
      if (line > 0) {
        object.put("line", line);
      }
      object.put("key", key);
      object.put("text", text);
      object.put("grave", grave);
      return object;
    }

    private int told(List<MachineFinding> findings) {
      if (json.wanted()) {
        List<Map<String, ?>> found = new ArrayList<>();
        findings.forEach(each -> found.add(object(0, each.key(), each.text(), each.grave())));
        return printed(findings.stream().noneMatch(MachineFinding::grave), found);
      }
      findings.forEach(
          finding -> out().println(file + ": " + (finding.grave() ? "" : "(warning) ") + finding));
      int grave = (int) findings.stream().filter(MachineFinding::grave).count();
      if (grave > 0) {
        return counted(grave);
      }
      out().println(file + ": no mistakes");
      return 0;
    }

    private int counted(int mistakes) {
      out().println(mistakes + (mistakes == 1 ? " mistake" : " mistakes"));
      return 1;
    }

    private PrintWriter out() {
      return spec.commandLine().getOut();
    }
  }
}
