package org.bora.launcher.command;

import java.util.List;
import picocli.CommandLine;

/**
 * Verbs of another jar, which the command line finds on its class path by the JDK's {@code
 * ServiceLoader}. The command line does so only for a verb that is not its own.
 */
public interface VerbProvider {

  /** Their names, as --help lists them. */
  List<String> names();

  /** A new verb: one of {@link #names}. */
  CommandLine made(String name, Machine machine);
}
