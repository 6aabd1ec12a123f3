package org.bora.launcher.command.config;

import picocli.CommandLine.Command;

/** {@code bora policy}: explains permissions. */
@Command(name = "policy", description = "Explains access rules.")
public final class PolicyCommand implements Runnable {

  @picocli.CommandLine.Spec private picocli.CommandLine.Model.CommandSpec spec;

  @Override
  public void run() {
    throw new picocli.CommandLine.ParameterException(
        spec.commandLine(), "name a verb: `bora policy explain --dn DN --op read --surl SURL`");
  }
}
