package org.bora.gridftp.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.bora.gridftp.gss.CredentialFiles;

/** Certificates of a grid that lives in this module's target directory, made once per build. */
public final class ThrowawayGrid {

  private final Path directory;

  private ThrowawayGrid(Path directory) {
    this.directory = directory;
  }

  /** Makes it, or finds it made. */
  public static ThrowawayGrid open() throws IOException, InterruptedException {
    Path module = Path.of("").toAbsolutePath();
    Path directory = module.resolve("target/grid");
    Path script = module.resolve("../launcher/try-grid/grid-up").normalize();
    Path log = Files.createDirectories(module.resolve("target")).resolve("grid-up.log");
    ProcessBuilder command =
        new ProcessBuilder("bash", script.toString(), directory.toString())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    command.environment().put("GRID_NO_GRIDFTP", "1");
    Process process = command.start();
    if (!process.waitFor(120, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new IOException("grid-up does not end, see " + log);
    }
    if (process.exitValue() != 0) {
      throw new IOException("grid-up failed:\n" + Files.readString(log));
    }
    return new ThrowawayGrid(directory);
  }

  public Path file(String name) {
    return directory.resolve(name);
  }

  public Path trust() {
    return file("certificates");
  }

  public CredentialFiles proxy(String name) {
    return new CredentialFiles.Proxy(file("proxies/" + name));
  }

  public CredentialFiles host() {
    return new CredentialFiles.Host(file("host/hostcert.pem"), file("host/hostkey.pem"));
  }

  /**
   * The host's certificate for a key on the curve P-256, of the same authority.
   *
   * @param into where its files are written
   */
  public CredentialFiles ellipticHost(Path into) throws IOException, InterruptedException {
    String script =
        """
        set -e
        openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out "$2/ec.key"
        openssl req -new -key "$2/ec.key" -subj / -out "$2/ec.csr"
        openssl x509 -in "$1/host/hostcert.pem" -noout -ext subjectAltName | sed -n '2s/^ */subjectAltName=/p' |
          sed 's/IP Address/IP/g' >"$2/ec.ext"
        subject=$(openssl x509 -in "$1/host/hostcert.pem" -noout -subject -nameopt compat | sed 's/^subject= *//')
        openssl x509 -req -in "$2/ec.csr" -subj "$subject" -CA "$1/ca/ca.pem" -CAkey "$1/ca/ca.key" -set_serial 77 -days 2 \
          -sha256 -extfile "$2/ec.ext" -out "$2/ec.pem"
        """;
    Path log = into.resolve("ec.log");
    int status =
        new ProcessBuilder("bash", "-c", script, "ec", directory.toString(), into.toString())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start()
            .waitFor();
    if (status != 0) {
      throw new IOException("no certificate:\n" + Files.readString(log));
    }
    return new CredentialFiles.Host(into.resolve("ec.pem"), into.resolve("ec.key"));
  }
}
