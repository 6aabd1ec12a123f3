package org.bora.launcher;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A directory with all that a small site needs, to be spoilt in one way at a time. */
record WrongSite(Path directory) {

  private static final String BASE =
      """
      endpoint: {host: se.example.org, address: 127.0.0.1, port: 18444}
      credentials: {certificate: host.pem, key: host.key, trust: ca, vomsdir: vomsdir}
      database: {embedded: true}
      mapping: {grid-mapfile: gridmap}
      doors: [{host: gridftp.example.org}]
      areas:
        - name: atlas
          sfn: /atlas
          root: data/atlas
          rules:
            - allow all to vo atlas
      """;

  /** Makes everything but the configuration. */
  static WrongSite make(Path directory) throws IOException, InterruptedException {
    WrongSite site = new WrongSite(directory);
    for (String each : List.of("ca", "vomsdir", "data/atlas", "data/cms")) {
      Files.createDirectories(directory.resolve(each));
    }
    Files.writeString(directory.resolve("gridmap"), "\"/atlas\" root\n");
    Files.writeString(directory.resolve("notes"), "no program\n");
    site.certificate("host", "30");
    site.certificate("other", "30");
    site.expired();
    site.secret("link.password", "x");
    return site;
  }

  /** The same site elsewhere is cheaper than new keys. */
  String base() {
    return BASE;
  }

  /** The configuration of a backend at this database. */
  String backend(String url) {
    return BASE.replace("{embedded: true}", "{url: \"" + url + "\", password-file: link.password}")
        + "link: {authorities: host.pem, certificate: host.pem, key: host.key, frontends: [CN=f]}\n";
  }

  String frontend() {
    return BASE.replaceFirst("(?s)areas:.*", "")
        + "link: {authorities: host.pem, certificate: host.pem, key: host.key, backends: ['b:8445']}\n";
  }

  private void certificate(String name, String days) throws IOException, InterruptedException {
    run(
        "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=%1$s -addext subjectAltName=DNS:se.example.org -keyout %1$s.key -out %1$s.pem -days %2$s"
            .formatted(name, days));
  }

  /** Openssl 3.0 makes none that is over; keytool does. */
  private void expired() throws IOException, InterruptedException {
    Path tool = Path.of(System.getProperty("java.home"), "bin", "keytool");
    run(
        tool
            + " -genkeypair -keyalg EC -dname CN=old -startdate 2020/01/01 -validity 365"
            + " -alias old -keystore old.p12 -storetype PKCS12 -storepass password");
    run("openssl pkcs12 -in old.p12 -passin pass:password -nodes -out old.pem");
    Files.copy(directory.resolve("old.pem"), directory.resolve("old.key"));
    secret("old.key", Files.readString(directory.resolve("old.key")));
  }

  private void run(String command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(List.of(command.split(" ", -1)))
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (!process.waitFor(1, TimeUnit.MINUTES) || process.exitValue() != 0) {
      throw new IOException("failed: " + command);
    }
  }

  void secret(String name, String text) throws IOException {
    Path file = Files.writeString(directory.resolve(name), text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
  }

  /** Writes the configuration; returns its file. */
  Path write(String text) {
    return write(text.getBytes(StandardCharsets.UTF_8));
  }

  Path write(byte[] bytes) {
    try {
      return Files.write(directory.resolve("bora.yaml"), bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
