package org.bora.devtools.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.bora.devtools.suite.Suite;
import org.bora.devtools.suite.TestNeeds;
import org.bora.launcher.command.Machine;
import org.bora.launcher.packages.PackageInstaller;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code bora test}: runs every test, including those with real clients. */
@Command(
    name = "test",
    description =
        "Runs all tests and prints the totals. The exit code is 0 only if all tests passed.")
public final class TestCommand implements Callable<Integer> {
  private final Machine machine;

  @Parameters(
      paramLabel = "MAVEN-OPTION",
      arity = "0..*",
      description = "Options for Maven, for example -- -pl srm-backend -Dtest=PutTest")
  private List<String> options = new ArrayList<>();

  public TestCommand(Machine machine) {
    this.machine = machine;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    PackageInstaller installer = new PackageInstaller(Path.of("/"), machine.isRoot(), System.out);
    if (installer.require(TestNeeds.all()) instanceof PackageInstaller.Result.Lacking lacking) {
      System.err.println(lacking.message());
      return 1;
    }
    return new Suite(machine.root(), machine.environment(), System.out).run(options);
  }
}
