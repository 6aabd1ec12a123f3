package org.bora.launcher.command.change;

import picocli.CommandLine.Command;

/** {@code bora s3}: manages the S3 door. */
@Command(name = "s3", description = "Manages access keys for the S3 door.")
public final class S3Command implements Runnable {

  @picocli.CommandLine.Spec private picocli.CommandLine.Model.CommandSpec spec;

  @Override
  public void run() {
    throw new picocli.CommandLine.ParameterException(
        spec.commandLine(), "name a verb: `bora s3 keys list`");
  }
}
