package org.bora.launcher.manual;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.bora.server.config.FrontendSettings;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bora manual}: all manual pages, for the packages. */
@Command(
    name = "manual",
    description = {
      "Writes the manual pages of all commands to a directory. The packages install these pages.",
      "For example: bora manual /tmp/man && man /tmp/man/bora-status.1"
    })
public final class ManualCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "DIR", description = "Directory to write to. It is created if needed.")
  private Path directory;

  @Override
  public Integer call() throws IOException {
    Files.createDirectories(directory);
    for (ManualPage page : pages(spec.root().commandLine())) {
      Files.writeString(directory.resolve(page.file()), page.text());
    }
    return 0;
  }

  /** A page for the command line itself, and one for each verb of it. */
  static List<ManualPage> pages(CommandLine root) {
    return Stream.concat(Stream.of(root), ManualPage.below(root))
        .map(verb -> new ManualPage(verb, FrontendSettings.VERSION))
        .toList();
  }
}
