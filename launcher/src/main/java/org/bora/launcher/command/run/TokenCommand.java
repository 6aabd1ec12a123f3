package org.bora.launcher.command.run;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import org.bora.launcher.command.Machine;
import org.bora.launcher.command.option.HomeOption;
import org.bora.launcher.grid.TryGrid;
import org.bora.launcher.grid.TryIssuer;
import org.bora.server.home.Home;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bora token}: a token of the try grid's issuer. */
@Command(
    name = "token",
    description = {
      "Prints a bearer token of the try grid's issuer. gfal, davix and others read it from the"
          + " variable BEARER_TOKEN."
    })
public final class TokenCommand implements Callable<Integer> {
  private final Machine machine;

  @Spec private CommandSpec spec;

  @Mixin private HomeOption homeOption;

  @Option(
      names = "--scope",
      paramLabel = "SCOPES",
      defaultValue = "",
      description =
          "Scopes with spaces between them, for example 'storage.read:/testvo storage.stage:/'.")
  private String scope;

  @Option(
      names = "--group",
      paramLabel = "GROUP",
      description = "A group of the VO, for example /testvo. May be given several times.")
  private List<String> groups = List.of();

  @Option(
      names = "--subject",
      paramLabel = "NAME",
      defaultValue = "alice",
      description = "The subject of the token (default: ${DEFAULT-VALUE}).")
  private String subject;

  @Option(
      names = "--audience",
      paramLabel = "URL",
      defaultValue = "https://wlcg.cern.ch/jwt/v1/any",
      description = "The service that the token is for (default: any service).")
  private String audience;

  @Option(
      names = "--minutes",
      paramLabel = "N",
      defaultValue = "60",
      description = "Lifetime of the token in minutes (default: ${DEFAULT-VALUE}).")
  private int minutes;

  public TokenCommand(Machine machine) {
    this.machine = machine;
  }

  @Override
  public Integer call() throws IOException {
    Home home = homeOption.home(machine);
    TryIssuer issuer = new TryGrid(home.grid()).issuer();
    if (!issuer.exists()) {
      spec.commandLine()
          .getErr()
          .println("bora: " + home.directory() + " has no try grid: run bora up");
      return 1;
    }
    if (scope.isBlank() && groups.isEmpty()) {
      spec.commandLine().getErr().println("bora: a token needs --scope or --group, see --help");
      return 2;
    }
    Instant now = Instant.now();
    Instant end = now.plus(Duration.ofMinutes(minutes));
    spec.commandLine()
        .getOut()
        .println(issuer.token(new TryIssuer.Wish(subject, scope, groups, audience, now, end)));
    return 0;
  }
}
