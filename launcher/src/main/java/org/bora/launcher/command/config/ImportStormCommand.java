package org.bora.launcher.command.config;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.bora.launcher.command.option.Terminal;
import org.bora.launcher.progress.Progress;
import org.bora.launcher.progress.ProgressLine;
import org.bora.launcher.storm.StormFiles;
import org.bora.launcher.storm.StormHandover;
import org.bora.launcher.storm.StormImport;
import org.bora.launcher.storm.StormImport.Outcome;
import org.bora.launcher.storm.StormImport.Target;
import org.bora.server.config.LoggingSettings;
import org.bora.server.config.LoggingSettings.Format;
import org.bora.server.config.LoggingSettings.Level;
import org.bora.server.config.SecretFiles;
import org.bora.server.log.Logging;
import org.bora.storm.source.UnreadableSource;
import org.bora.storm.state.JdbcUrl;
import org.bora.storm.state.StormDatabase;
import org.bora.storm.state.StormState;
import org.bora.storm.state.Takeover;
import org.bora.storm.translate.StormSite.BoraDatabase;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bora import storm}. */
@Command(
    name = "storm",
    mixinStandardHelpOptions = true,
    description = {
      "Creates a configuration from StoRM's files (--namespace, --webdav), with a report on each"
          + " StoRM setting; or imports reservations and pins into an existing Bora configuration"
          + " (--config, --db). See docs/operate/from-storm.md.",
      "Exit codes: 0 success; 1 failed, or a person must decide: a setting is unknown, an area is"
          + " weaker than StoRM's, or Bora does not accept the configuration; 2 wrong usage."
    })
public final class ImportStormCommand implements Callable<Integer> {

  @Option(names = "--namespace", paramLabel = "FILE", description = "StoRM's namespace.xml.")
  private Path namespace;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description =
          "Existing, reviewed Bora configuration. Reservations and pins are imported from"
              + " StoRM's database into it; of files only the report is written.")
  private Path configuration;

  @Option(names = "--properties", paramLabel = "FILE", description = "StoRM's storm.properties.")
  private Path properties;

  @Option(names = "--path-authz", paramLabel = "FILE", description = "StoRM's path-authz.db.")
  private Path access;

  @Option(
      names = "--groupmap",
      paramLabel = "FILE",
      description =
          "LCMAPS groupmapfile, which maps VOMS attributes to the local groups in"
              + " path-authz.db.")
  private Path groups;

  @Option(
      names = "--webdav",
      paramLabel = "DIR",
      description =
          "StoRM WebDAV's directory with sa.d and config, usually /etc/storm/webdav. Put a copy of"
              + " its systemd file storm-webdav.conf there, for its port and host names.")
  private Path webdav;

  @Option(
      names = "--output",
      paramLabel = "DIR",
      defaultValue = "bora-from-storm",
      description = "Output directory (default: ${DEFAULT-VALUE}).")
  private Path output;

  @Option(
      names = "--force",
      description =
          "Overwrite existing files. The previous configuration is kept as bora.yaml.before.")
  private boolean force;

  @Option(names = "--json", description = "Print the report as JSON.")
  private boolean json;

  @Option(
      names = "--stopped",
      paramLabel = "TIME",
      description =
          "Time at which StoRM was stopped, for example 2026-11-21T18:00:00Z (default: the time"
              + " in an existing bora.yaml, or now). StoRM's checksums are used for files last"
              + " modified before it.")
  private Instant stopped;

  @Option(
      names = "--db",
      paramLabel = "URL",
      description =
          "StoRM's database, jdbc:mysql://HOST/storm_db; it is only read. With --namespace,"
              + " storage areas keep the space tokens found there.")
  private String stormUrl;

  @Option(
      names = "--db-user",
      paramLabel = "NAME",
      defaultValue = "storm",
      description = "User of StoRM's database.")
  private String stormUser;

  @Option(
      names = "--db-password-file",
      paramLabel = "FILE",
      description = "File whose first line is the password.")
  private Path stormPassword;

  @Option(
      names = "--bora-db",
      paramLabel = "URL",
      defaultValue = "jdbc:mysql://localhost/bora",
      description = "Bora's own database (default: ${DEFAULT-VALUE}).")
  private String boraUrl;

  @Option(
      names = "--bora-db-user",
      paramLabel = "NAME",
      defaultValue = "bora",
      description = "User of Bora's database (default: ${DEFAULT-VALUE}).")
  private String boraUser;

  @Option(
      names = "--bora-db-password-file",
      paramLabel = "FILE",
      description = "File whose first line is the password.")
  private Path boraPassword;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException, InterruptedException {
    refuseWhatMakesNoSense();
    if (arePasswordsOpen()) {
      return 1;
    }
    try {
      Outcome outcome = configuration == null ? configurationMade() : takenOver();
      tell(outcome);
      return outcome.isWhole() ? 0 : 1;
    } catch (UnreadableSource unreadable) {
      say(unreadable.getMessage());
      return 1;
    } finally {
      Logging.stop();
    }
  }

  private void refuseWhatMakesNoSense() {
    boolean makes = namespace != null || webdav != null;
    if (makes == (configuration != null)) {
      throw wrong(
          "say either --namespace or --webdav, to make a configuration, or --config, to take over");
    }
    if (configuration != null && stormUrl == null) {
      throw wrong("--config takes over what lives in StoRM's database: say --db too");
    }
    if (stopped != null && stopped.isAfter(Instant.now())) {
      throw wrong("--stopped " + stopped + " is still to come: say when StoRM was stopped");
    }
    Optional<String> password =
        Optional.ofNullable(stormUrl)
            .flatMap(url -> JdbcUrl.refusal("--db", url))
            .or(() -> JdbcUrl.refusal("--bora-db", boraUrl));
    if (password.isPresent()) {
      throw wrong(password.get());
    }
  }

  private ParameterException wrong(String why) {
    return new ParameterException(spec.commandLine(), why);
  }

  private boolean arePasswordsOpen() {
    Map<String, Path> files = new LinkedHashMap<>();
    Optional.ofNullable(stormPassword).ifPresent(file -> files.put("--db-password-file", file));
    Optional.ofNullable(boraPassword).ifPresent(file -> files.put("--bora-db-password-file", file));
    SecretFiles.Report report = new SecretFiles(files).look();
    report.refusals().forEach(this::say);
    report.warnings().forEach(this::say);
    return !report.refusals().isEmpty();
  }

  private Outcome configurationMade() throws IOException, UnreadableSource {
    Optional<String> password =
        Optional.ofNullable(boraPassword).map(file -> file.toAbsolutePath().toString());
    Target target =
        new Target(
            output.toAbsolutePath(),
            force,
            new BoraDatabase(boraUrl, boraUser, password),
            Optional.ofNullable(stopped));
    StormFiles files =
        new StormFiles(
            Optional.ofNullable(namespace),
            Optional.ofNullable(properties),
            Optional.ofNullable(access),
            Optional.ofNullable(groups),
            Optional.ofNullable(webdav));
    Optional<StormState> state =
        stormUrl == null ? Optional.empty() : Optional.of(state(output.toAbsolutePath()));
    return new StormImport(target, new SecureRandom(), Clock.systemUTC()).run(files, state);
  }

  private Outcome takenOver() throws IOException, UnreadableSource, InterruptedException {
    Path file = configuration.toAbsolutePath();
    long began = System.nanoTime();
    try (ProgressLine line = new ProgressLine(err(), Terminal.isOne(), System::nanoTime)) {
      Takeover.Steps steps =
          (done, all) -> {
            if (!json) {
              Duration elapsed = Duration.ofNanos(System.nanoTime() - began);
              double part = (double) done / all;
              line.show(new Progress("import", "spaces and requests", done, part, elapsed));
            }
          };
      return new StormHandover(file, Optional.ofNullable(stopped), this::say, steps)
          .run(state(file.getParent()));
    }
  }

  /** Libraries that speak to databases would write to the screen. */
  private StormState state(Path logs) throws IOException, UnreadableSource {
    Files.createDirectories(logs);
    Logging.start(
        new LoggingSettings(Level.INFO, Level.WARN, 1, Format.PLAIN), logs, "import-storm", false);
    String password =
        stormPassword == null
            ? ""
            : Files.readString(stormPassword).lines().findFirst().orElse("").strip();
    return StormDatabase.read(stormUrl, stormUser, password);
  }

  private void tell(Outcome outcome) {
    if (json) {
      out().println(outcome.report().json());
    } else {
      outcome.report().lines().forEach(out()::println);
    }
    outcome.mistakes().forEach(mistake -> say(mistake.toString()));
    if (outcome.report().needsDecision()) {
      say(
          "decide about the settings that the report calls UNKNOWN or WEAKER: "
              + outcome.report().summary());
    }
    outcome.failure().ifPresent(this::say);
    outcome.written().forEach(file -> say("written: " + file));
  }

  private void say(String text) {
    err().println("bora: " + text);
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }

  private PrintWriter err() {
    return spec.commandLine().getErr();
  }
}
