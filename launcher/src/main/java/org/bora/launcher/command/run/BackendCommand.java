package org.bora.launcher.command.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.bora.audit.AuditTrail;
import org.bora.launcher.check.Half;
import org.bora.launcher.command.Machine;
import org.bora.launcher.config.Configuration;
import org.bora.launcher.control.ControlServer;
import org.bora.launcher.wire.BackendProcess;
import org.bora.launcher.wire.StartFailure;
import picocli.CommandLine.Command;

/** {@code bora backend}: does the work for frontends elsewhere. */
@Command(
    name = "backend",
    description = "Runs a backend. At the start it waits for its database and migrates the schema.")
public final class BackendCommand extends ProcessCommand {
  private BackendProcess process;

  public BackendCommand(Machine machine) {
    super("backend", Half.BACKEND, machine);
  }

  @Override
  String start(Configuration configuration, Path place)
      throws IOException, InterruptedException, StartFailure {
    process = new BackendProcess(configuration, place, this::tell, manager());
    return process.start();
  }

  @Override
  Map<String, ControlServer.Verb> verbs() {
    return process.verbs();
  }

  @Override
  AuditTrail auditTrail() {
    return process.auditTrail();
  }

  @Override
  void stop() {
    if (process != null) {
      process.close();
    }
  }
}
