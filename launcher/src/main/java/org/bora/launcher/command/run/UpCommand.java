package org.bora.launcher.command.run;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.bora.launcher.command.Machine;
import org.bora.launcher.command.option.HomeOption;
import org.bora.launcher.command.option.SettingOptions;
import org.bora.launcher.grid.TryGrid;
import org.bora.launcher.packages.Needs;
import org.bora.launcher.packages.PackageInstaller;
import org.bora.server.config.Configuration;
import org.bora.server.config.ConfigurationFile;
import org.bora.server.config.ConfigurationSource;
import org.bora.server.config.Mistake;
import org.bora.server.home.Endpoint;
import org.bora.server.home.FirstConfiguration;
import org.bora.server.home.FirstConfiguration.Kind;
import org.bora.server.home.Home;
import org.bora.server.process.PidFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;

/** {@code bora up}: everything on one machine. */
@Command(
    name = "up",
    description = {
      "Starts an all-in-one Bora: frontend, backend, database and a GridFTP server.",
      "Without a configuration it creates a try grid with throwaway certificates.",
      "With --tape, the try grid also has the storage areas /testvo-d1t1 and /testvo-d0t1"
          + " on a small virtual tape library with a small disk buffer.",
      SettingOptions.HELP
    })
public final class UpCommand implements Callable<Integer> {
  /** For a start that another process has begun. */
  private static final Duration RESIDENT_PATIENCE = Duration.ofMinutes(2);

  private final Machine machine;
  private final PrintStream out = System.out;

  @Mixin private HomeOption homeOption;

  @Option(
      names = "--background",
      description = "Return as soon as Bora is healthy, and leave it running.")
  private boolean background;

  @Option(
      names = "--port",
      paramLabel = "N",
      description = "SRM port (default: endpoint.port of the configuration, otherwise 8444).")
  private Integer port;

  @Option(
      names = "--tape",
      description = "Create a try grid with tape. `bora tape` shows its activity.")
  private boolean tape;

  @Option(
      names = "--serve",
      hidden = true,
      description = "Marks the process that --background starts.")
  private boolean serve;

  @Spec private CommandSpec spec;

  @Unmatched private final List<String> settings = new ArrayList<>();

  public UpCommand(Machine machine) {
    this.machine = machine;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (port != null && (port < 1 || port > 65535)) {
      System.err.println("bora: --port " + port + " is not in 1..65535");
      return 2;
    }
    Home home = homeOption.home(machine);
    // a mistyped option leaves nothing behind
    ConfigurationSource source =
        SettingOptions.source(spec, home.configuration(), machine, settings);
    home.create();
    Optional<PidFile.Entry> other = home.boraPid().running();
    if (other.isPresent()) {
      Resident resident = new Resident(home, other.get().process());
      Resident.Condition condition = resident.await(RESIDENT_PATIENCE);
      if (condition != Resident.Condition.GONE) {
        return report(resident, condition);
      }
    }
    Configuration configuration = configuration(home, source).orElse(null);
    if (configuration == null || !hasTapeIfAsked(configuration)) {
      return 1;
    }
    if (serve) {
      return new Server(home, configuration, machine, port).run(Server.Voice.QUIET);
    }
    if (!prepare(home, configuration)) {
      return 1;
    }
    return background
        ? new Background(home, configuration, machine, port).launch(out)
        : new Server(home, configuration, machine, port).run(Server.Voice.TERMINAL);
  }

  private int report(Resident resident, Resident.Condition condition) throws IOException {
    String who =
        "Bora runs already in "
            + resident.home().directory()
            + " (process "
            + resident.process().pid()
            + ")";
    if (condition == Resident.Condition.STUCK) {
      System.err.println("bora: " + who + " but does not serve; `bora down` ends it");
      return 1;
    }
    if (tape && !Files.readString(resident.home().configuration()).contains("libraries:")) {
      System.err.println("bora: " + who + ", without tape: `bora down` first");
      return 1;
    }
    Optional<Endpoint> endpoint = Endpoint.read(resident.home().endpoint());
    if (port != null && endpoint.filter(each -> each.port() != port).isPresent()) {
      System.err.println(
          "bora: " + who + ", at port " + endpoint.get().port() + ": `bora down` first");
      return 1;
    }
    out.println(who + ".");
    endpoint.ifPresent(each -> out.println("Endpoint: " + each));
    return 0;
  }

  private Optional<Configuration> configuration(Home home, ConfigurationSource source)
      throws IOException {
    boolean first = !Files.exists(home.configuration());
    if (FirstConfiguration.provide(home, tape ? Kind.TAPE : Kind.DISK)) {
      out.println(
          (first ? "No configuration yet: wrote " : "Added tape areas to ")
              + home.configuration()
              + " for a try grid.");
    }
    return switch (ConfigurationFile.read(source)) {
      case ConfigurationFile.Outcome.Valid valid -> Optional.of(valid.configuration());
      case ConfigurationFile.Outcome.Invalid invalid -> {
        for (Mistake mistake : invalid.mistakes()) {
          System.err.println(mistake);
        }
        yield Optional.empty();
      }
    };
  }

  private boolean hasTapeIfAsked(Configuration configuration) throws IOException {
    if (!tape || !configuration.backend().tape().libraries().isEmpty()) {
      return true;
    }
    System.err.println(
        "bora: "
            + configuration.file()
            + " is yours and has no tape. Start a new one with --home DIR, or let it end so (the"
            + " first part belongs to 'areas'):");
    System.err.print(FirstConfiguration.tape());
    return false;
  }

  /** Packages and certificates; false when the administrator has to do something first. */
  private boolean prepare(Home home, Configuration configuration)
      throws IOException, InterruptedException {
    Needs needs = Needs.database();
    if (configuration.gridftp().run()) {
      needs = needs.and(Needs.gridftp());
    }
    if (configuration.tryGrid()) {
      needs = needs.and(Needs.tryGrid()).and(Needs.clients());
    }
    PackageInstaller installer = new PackageInstaller(Path.of("/"), machine.isRoot(), out);
    if (installer.require(needs) instanceof PackageInstaller.Result.Lacking lacking) {
      System.err.println(lacking.message());
      return false;
    }
    if (configuration.tryGrid()) {
      TryGrid grid = new TryGrid(home.grid());
      out.println(
          grid.exists()
              ? "Checking the try grid's certificates and proxies."
              : "Making a try grid in "
                  + home.grid()
                  + ": throwaway certificates, VO "
                  + TryGrid.VO
                  + ".");
      grid.refresh(machine.gridScript(), home.log().resolve("grid.log"));
    }
    return true;
  }
}
