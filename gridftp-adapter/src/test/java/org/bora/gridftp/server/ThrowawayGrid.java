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
}
