package org.bora.launcher.command.run;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.bora.launcher.command.Machine;
import org.bora.launcher.command.option.RemoteOption.Reply;
import org.bora.server.config.AreaSettings;
import org.bora.server.config.Configuration;
import org.bora.server.home.Endpoint;
import org.bora.server.home.Home;
import org.bora.server.home.Ports;

/**
 * The output of {@code up} when all parts are healthy: addresses, commands to paste, and how to
 * stop Bora.
 */
record Screen(Home home, Configuration configuration, Machine machine, Endpoint endpoint) {

  String text() throws java.io.IOException {
    String bora = Shell.quote(machine.root().resolve("bora").toString());
    String option =
        home.directory().equals(machine.defaultHome())
            ? ""
            : " --home " + Shell.quote(home.directory().toString());
    String grid =
        configuration.tryGrid()
            ? "This is a TRY GRID: throwaway certificates in "
                + home.grid()
                + " that no other site trusts.\n"
            : "";
    return """

    Bora is ready.
      endpoint       %1$s:%2$d, %3$s
    %13$s%11$s%14$s  home           %4$s
    %5$s
    In another shell:
      eval "$(%6$s env%7$s)"
      gfal-copy -f file:///etc/hostname %8$s
      gfal-ls -l %9$s
      gfal-copy -f %8$s file:///tmp/hello.$$
    %10$s
    %12$s%6$s status%7$s    what runs
    %6$s page%7$s      another link to the web page
    %6$s down%7$s      stop it
    """
        .formatted(
            endpoint.host(),
            endpoint.port(),
            areas(),
            home.directory(),
            grid,
            bora,
            option,
            endpoint.surl("/hello"),
            endpoint.surl(""),
            gridFtp(),
            onTape(),
            hasTape() ? bora + " tape" + option + "      what happens between disk and tape\n" : "",
            http(),
            page());
  }

  private String areas() {
    return (configuration.areas().size() == 1 ? "area " : "areas ")
        + configuration.areas().stream().map(AreaSettings::sfn).collect(Collectors.joining(", "));
  }

  private boolean hasTape() {
    return !configuration.backend().tape().libraries().isEmpty();
  }

  /** The areas that tape is about, by their class. */
  private String onTape() {
    String areas =
        configuration.areas().stream()
            .filter(area -> area.keeping().storageClass().onTape())
            .map(
                area ->
                    area.sfn()
                        + " ("
                        + area.keeping().storageClass().name().toLowerCase(Locale.ROOT)
                        + ")")
            .collect(Collectors.joining(", "));
    return areas.isEmpty() ? "" : "  on tape        " + areas + "\n";
  }

  private String http() throws java.io.IOException {
    int port = Ports.read(home.ports()).of("http");
    return port == 0
        ? ""
        : "  HTTP           davs://%s:%d%s\n".formatted(endpoint.host(), port, endpoint.sfnRoot());
  }

  /** A link that works once; no line where Bora ended meanwhile, or made none. */
  private String page() throws java.io.IOException {
    Optional<Reply> link = PageCommand.link(home.control()).filter(Reply::isDone);
    return link.isEmpty()
        ? ""
        : "  web page       " + link.get().json().path("url").asString() + "\n";
  }

  private String gridFtp() throws java.io.IOException {
    int port = Ports.read(home.ports()).of("gridftp");
    return port == 0 || !configuration.tryGrid()
        ? ""
        : "  globus-url-copy %s file:///tmp/hello2.$$\n"
            .formatted(
                Shell.quote("gsiftp://localhost:%d%s/hello".formatted(port, home.tryArea())));
  }
}
