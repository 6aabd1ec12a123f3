package org.bora.launcher.command.invite;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bora admin}: who may administer a site. */
@Command(name = "admin", description = "Makes certificates for administrators.")
public final class AdminCommand implements Runnable {

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "name a verb: `bora admin invite NAME`");
  }
}
