package org.bora.launcher.command.run;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.bora.launcher.command.Machine;
import org.bora.launcher.command.option.HomeOption;
import org.bora.launcher.grid.TryGrid;
import org.bora.server.home.Endpoint;
import org.bora.server.home.Home;
import org.bora.server.home.Ports;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code bora env}: what a shell needs to act as a user of the try grid. */
@Command(
    name = "env",
    description =
        "Prints the environment variables of a test user, for a shell: eval \"$(bora env)\"")
public final class EnvCommand implements Callable<Integer> {
  private final Machine machine;

  @Spec private CommandSpec spec;

  @Mixin private HomeOption homeOption;

  public EnvCommand(Machine machine) {
    this.machine = machine;
  }

  @Override
  public Integer call() throws IOException {
    Home home = homeOption.home(machine);
    Endpoint endpoint = Endpoint.read(home.endpoint()).orElse(null);
    if (endpoint == null) {
      err().println("bora: " + home.directory() + " was never started: run bora up");
      return 1;
    }
    lines(home, endpoint).forEach(out()::println);
    return 0;
  }

  /** What a shell reads, an export a line. */
  public static List<String> lines(Home home, Endpoint endpoint) throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add(export("BORA_ENDPOINT", endpoint.host() + ":" + endpoint.port()));
    lines.add(export("BORA_SFN_ROOT", endpoint.sfnRoot()));
    lines.add(export("BORA_SURL", endpoint.surl("")));
    int httpPort = Ports.read(home.ports()).of("http");
    if (httpPort > 0) {
      String http = "https://" + endpoint.host() + ":" + httpPort;
      lines.add(export("BORA_HTTP", http));
      lines.add(export("BORA_TAPE_REST", http + "/api/v1"));
    }
    int s3Port = Ports.read(home.ports()).of("s3");
    if (s3Port > 0) {
      lines.add(export("AWS_ENDPOINT_URL", "https://" + endpoint.host() + ":" + s3Port));
      lines.add(export("AWS_DEFAULT_REGION", "us-east-1"));
    }
    TryGrid grid = new TryGrid(home.grid());
    if (grid.exists()) {
      lines.add(export("GRID", grid.directory().toString()));
      lines.add(export("X509_CERT_DIR", grid.trust().toString()));
      lines.add(export("X509_VOMS_DIR", grid.vomsdir().toString()));
      if (s3Port > 0) {
        lines.add(export("AWS_CA_BUNDLE", grid.bundle().toString()));
        for (String line : new TryKey(home).lines()) {
          int equals = line.indexOf('=');
          lines.add(export(line.substring(0, equals), line.substring(equals + 1)));
        }
      }
      lines.add(export("X509_USER_PROXY", grid.memberProxy().toString()));
      // clients announce an address of their own for data channels: keep it on loopback
      lines.add(export("GLOBUS_HOSTNAME", "localhost"));
      lines.add("unset X509_USER_CERT X509_USER_KEY");
    }
    // gfal-* take the first "python" of PATH that imports gfal2; a pyenv or conda one does not
    lines.add(export("GFAL_PYTHONBIN", "/usr/bin/python3"));
    return lines;
  }

  private static String export(String name, String value) {
    return "export " + name + "=" + Shell.quote(value);
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }

  private PrintWriter err() {
    return spec.commandLine().getErr();
  }
}
