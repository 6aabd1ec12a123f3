package org.bora.server.gridftp;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.bora.server.process.Program;

/**
 * A globus-gridftp-server that serves one directory tree under its physical paths.
 *
 * @param directory of its own: an empty configuration, so that /etc/gridftp.conf is not read
 * @param at where it listens
 * @param certificate host certificate and key, PEM
 * @param key PEM, without a pass phrase
 * @param trust directory of CA certificates
 * @param gridmap DN to local account
 */
public record GridFtpServer(
    Path directory, GridFtpAddress at, Path certificate, Path key, Path trust, Path gridmap) {

  public GridFtpServer {
    Objects.requireNonNull(directory, "directory");
    Objects.requireNonNull(at, "at");
    Objects.requireNonNull(certificate, "certificate");
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(trust, "trust");
    Objects.requireNonNull(gridmap, "gridmap");
  }

  /** Writes its configuration file. */
  public void prepare() throws IOException {
    Files.createDirectories(directory);
    Files.writeString(configuration(), "# empty on purpose: all options are on the command line\n");
  }

  /**
   * How it is run.
   *
   * @param served the only tree it may touch
   * @param asRoot whether root may be a mapped account, needed when Bora itself runs as root
   */
  public Program program(Path served, boolean asRoot, Path log, Path output) {
    List<String> command =
        new ArrayList<>(
            List.of(
                "globus-gridftp-server",
                "-c",
                configuration().toString(),
                "-s",
                "-port",
                Integer.toString(at.port()),
                "-control-interface",
                at.address(),
                "-home-dir",
                served.toString(),
                "-rp",
                served.toString(),
                "-allow-disabled-login",
                "-log-level",
                "ERROR,WARN,INFO",
                "-logfile",
                log.toString()));
    // 0.0.0.0 is no address that data could go to; without the option it takes one of its own
    if (!isWildcard()) {
      command.addAll(List.of("-data-interface", at.address()));
    }
    if (asRoot) {
      command.add("-allow-root");
    }
    return new Program("gridftp", command, environment(), output);
  }

  private boolean isWildcard() {
    return at.address().equals("0.0.0.0") || at.address().equals("::");
  }

  private Map<String, String> environment() {
    Map<String, String> environment = new HashMap<>();
    environment.put("X509_USER_CERT", certificate.toString());
    environment.put("X509_USER_KEY", key.toString());
    environment.put("X509_CERT_DIR", trust.toString());
    environment.put("GRIDMAP", gridmap.toString());
    environment.put("HOME", directory.toString());
    at.data().ifPresent(ports -> environment.put("GLOBUS_TCP_PORT_RANGE", ports.variable()));
    if (at.address().startsWith("127.") || at.address().equals("::1")) {
      environment.put("GLOBUS_HOSTNAME", "localhost"); // else data channels get this machine's name
    }
    return environment;
  }

  /** Waits until it greets with 220 (RFC 959 section 5.4). */
  public void awaitReady(Duration patience) throws IOException, InterruptedException {
    long end = System.nanoTime() + patience.toNanos();
    while (true) {
      String why;
      try {
        String greeting = greeting();
        if (greeting != null && greeting.startsWith("220")) {
          return;
        }
        why = "it says '" + greeting + "'";
      } catch (IOException e) {
        why = e.getMessage();
      }
      if (System.nanoTime() > end) {
        throw new IOException(
            "the GridFTP server does not answer on port " + at.port() + ": " + why);
      }
      Thread.sleep(50);
    }
  }

  private String greeting() throws IOException {
    try (Socket socket = new Socket()) {
      socket.setSoTimeout(5000);
      socket.connect(new InetSocketAddress(at.address(), at.port()), 2000);
      BufferedReader reader =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
      return reader.readLine();
    }
  }

  private Path configuration() {
    return directory.resolve("gridftp.conf");
  }
}
