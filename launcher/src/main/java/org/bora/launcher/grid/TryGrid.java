package org.bora.launcher.grid;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Certificates, proxies and a VO made by the script {@code grid-up} for a first try. No other site
 * trusts them.
 *
 * @param directory of its files
 */
public record TryGrid(Path directory) {

  /** The VO whose members may use the try area. */
  public static final String VO = "testvo";

  public TryGrid {
    Objects.requireNonNull(directory, "directory");
  }

  /**
   * Creates what is missing and renews what has expired: certificates, revocation lists, proxies,
   * the key of the token issuer. Takes 6 s of CPU the first time, one or two later.
   *
   * @param script grid-up
   * @param log its output
   */
  public void refresh(Path script, Path log) throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder("bash", script.toString(), directory.toString());
    builder.environment().put("GRID_NO_GRIDFTP", "1");
    builder.redirectErrorStream(true);
    builder.redirectInput(Path.of("/dev/null").toFile());
    builder.redirectOutput(log.toFile());
    if (builder.start().waitFor() != 0) {
      throw new IOException("the try grid could not be made, see " + log);
    }
    issuer().provide();
  }

  public boolean exists() {
    return Files.exists(environment());
  }

  public Path hostCertificate() {
    return directory.resolve("host/hostcert.pem");
  }

  public Path hostKey() {
    return directory.resolve("host/hostkey.pem");
  }

  /** CA certificates, signing policies, revocation lists. */
  public Path trust() {
    return directory.resolve("certificates");
  }

  /**
   * The certificates of all authorities in one file, for clients that cannot read a directory.
   * Rewritten if it is missing or different.
   */
  public Path bundle() throws IOException {
    StringBuilder certificates = new StringBuilder();
    try (Stream<Path> files = Files.list(trust())) {
      for (Path file : files.filter(one -> one.toString().endsWith(".0")).sorted().toList()) {
        certificates.append(Files.readString(file)).append('\n');
      }
    }
    Path bundle = directory.resolve("authorities.pem");
    if (!Files.exists(bundle) || !Files.readString(bundle).contentEquals(certificates)) {
      Files.writeString(bundle, certificates);
    }
    return bundle;
  }

  public Path vomsdir() {
    return directory.resolve("vomsdir");
  }

  public Path gridmap() {
    return directory.resolve("gridmap");
  }

  /** A file for shells to source. */
  public Path environment() {
    return directory.resolve("env.sh");
  }

  /** Whose tokens the try grid believes. */
  public TryIssuer issuer() {
    return new TryIssuer(directory.resolve("tokens"));
  }

  /** A member of the VO. */
  public Path memberProxy() {
    return directory.resolve("proxies/alice-voms");
  }
}
