package org.bora.launcher.command.run;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.bora.launcher.command.Machine;
import org.bora.launcher.command.option.HomeOption;
import org.bora.server.home.Home;
import org.bora.server.process.Ending;
import org.bora.server.process.PidFile;
import org.bora.server.process.ProcessIdentity;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code bora down}: stops what {@code up} started, and nothing else. */
@Command(
    name = "down",
    description = "Stops the Bora of a home directory and all processes that it started.")
public final class DownCommand implements Callable<Integer> {
  /** Calls drain, the database writes its pages: usually 2 s. */
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private final Machine machine;

  @Spec private CommandSpec spec;

  @Mixin private HomeOption homeOption;

  public DownCommand(Machine machine) {
    this.machine = machine;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Home home = homeOption.home(machine);
    boolean any = end("Bora", home.boraPid());
    // what is left when Bora was killed and could not stop its children
    any |= end("GridFTP server", home.gridftpPid());
    any |= end("database", home.databasePid());
    Files.deleteIfExists(home.progress());
    out().println(any ? "stopped" : "nothing runs in " + home.directory());
    return 0;
  }

  private boolean end(String name, PidFile file) throws IOException, InterruptedException {
    Optional<ProcessIdentity> process = file.running().map(PidFile.Entry::process);
    if (process.isPresent()) {
      out().println("stopping " + name + " (process " + process.get().pid() + ")");
      if (!new Ending(PATIENCE).end(process.get())) {
        out().println(name + " did not stop by itself and was killed");
      }
    }
    file.delete();
    return process.isPresent();
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }
}
