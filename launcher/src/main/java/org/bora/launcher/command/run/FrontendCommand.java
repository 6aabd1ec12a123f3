package org.bora.launcher.command.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.bora.audit.AuditTrail;
import org.bora.launcher.check.Half;
import org.bora.launcher.command.Machine;
import org.bora.launcher.config.Configuration;
import org.bora.launcher.control.ControlServer;
import org.bora.launcher.wire.FrontendProcess;
import org.bora.launcher.wire.StartFailure;
import picocli.CommandLine.Command;

/** {@code bora frontend}: speaks SRM, asks backends elsewhere. */
@Command(
    name = "frontend",
    description = "Runs a frontend. Its backends are configured under 'link'.")
public final class FrontendCommand extends ProcessCommand {
  private FrontendProcess process;

  public FrontendCommand(Machine machine) {
    super("frontend", Half.FRONTEND, machine);
  }

  @Override
  String start(Configuration configuration, Path place)
      throws IOException, InterruptedException, StartFailure {
    process = new FrontendProcess(configuration, place, manager());
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
