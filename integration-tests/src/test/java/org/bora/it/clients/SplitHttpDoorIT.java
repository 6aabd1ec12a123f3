package org.bora.it.clients;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bora.backend.testing.FreePort;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.Schemas;
import org.bora.it.site.Await;
import org.bora.it.site.DoorSite;
import org.bora.it.site.Shell;
import org.bora.it.site.Site;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** HTTP by a door that is a process of its own, before two backends. */
@ExtendWith(MariaDb.class)
class SplitHttpDoorIT extends HttpMatrix {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private static DoorSite site;
  private static int s3;

  @TempDir private Path local;

  @BeforeAll
  static void up(Schemas schemas) throws IOException {
    s3 = FreePort.find(1)[0];
    site =
        DoorSite.up(
            schemas.empty(),
            text -> text.replaceFirst("http-port:", "s3-port: " + s3 + ", http-port:"));
    at(
        new Place(
            site.http(DoorSite.DOOR),
            site.surl(),
            site.files(),
            site.authorities(),
            name -> site.proxy(name).toString(),
            site.shell()));
  }

  @AfterAll
  static void down() {
    site.close();
  }

  @Test
  void aTokenAloneGoesOverTheLinkAndItsScopesDecide() throws IOException {
    Path source = Files.writeString(site.home().resolve("token-source"), "by token");
    assertEquals("201", curl("storage.modify:/testvo", "-T", source.toString()));
    assertEquals("by token", Files.readString(site.files().resolve("by-token")));
    assertEquals("200", curl("storage.read:/testvo"));
    assertEquals("403", curl("storage.read:/testvo/elsewhere"));
    assertEquals("403", curl("storage.read:/testvo", "-T", source.toString()));
  }

  private static String curl(String scope, String... more) throws IOException {
    String[] words = {
      "curl",
      "-sS",
      "--capath",
      site.authorities().toString(),
      "-o",
      "/dev/null",
      "-w",
      "%{http_code}",
      "-H",
      "Authorization: Bearer " + site.token(scope),
      site.http(DoorSite.DOOR) + "/testvo/by-token"
    };
    String[] all = Arrays.copyOf(words, words.length + more.length);
    System.arraycopy(more, 0, all, words.length, more.length);
    return site.shell().run(PATIENCE, all).succeeded().output().strip();
  }

  private static String[] asAlice(String path, String... more) {
    List<String> words = new ArrayList<>(List.of("curl", "-sS"));
    words.addAll(List.of("--capath", site.authorities().toString()));
    words.addAll(List.of("-E", site.proxy("alice-voms").toString()));
    words.addAll(List.of(more));
    words.add(site.http(DoorSite.DOOR) + path);
    return words.toArray(String[]::new);
  }

  /** As where a process was not stopped: the port is its still. */
  @Test
  void aDoorWhosePortIsInUseSaysSoAndEnds() throws IOException {
    Shell.Result second =
        site.shell()
            .run(
                PATIENCE,
                Site.CHECKOUT.resolve("bora").toString(),
                "door",
                "--config",
                site.configuration(DoorSite.DOOR).toString(),
                "--directory",
                local.toString());
    assertEquals(1, second.status(), second.output());
    String log = Files.readString(local.resolve("door.log"));
    assertTrue(log.contains("cannot start: endpoint.http-port: port "), log);
    assertTrue(log.contains(" is in use; `ss -ltnp "), log);
  }

  /** Backends hear every five seconds what doors move; doors ask twice a second what is ordered. */
  @Test
  void aTransferIsEndedByWayOfABackend() throws Exception {
    // so fast that what lies in buffers when it is cut off is read within seconds
    try (RandomAccessFile sparse =
        new RandomAccessFile(site.files().resolve("long").toFile(), "rw")) {
      sparse.setLength(400L << 20);
    }
    Process download =
        site.shell()
            .start(
                local.resolve("download").toFile(),
                asAlice("/testvo/long", "--limit-rate", "4M", "-o", "/dev/null"));
    try {
      Matcher told = awaitTold("([-0-9a-f]{36})  GET .*  /testvo/long .*");
      assertEquals(
          1, site.process("backend1").bora("transfers", "end", "0193-none").status(), "none");
      assertTrue(download.isAlive());

      site.process("backend2").bora("transfers", "end", told.group(1)).succeeded();

      assertTrue(download.waitFor(30, TimeUnit.SECONDS), "it goes on");
      assertTrue(download.exitValue() != 0, "it was cut off");
    } finally {
      download.destroyForcibly();
    }
  }

  private static Matcher awaitTold(String line) {
    Matcher found = Pattern.compile(line).matcher("");
    Await.until(
        "a backend tells " + line,
        () -> found.reset(site.process("backend1").bora("transfers").succeeded().output()).find());
    return found;
  }

  @Test
  void theTapeRestApiIsServed() throws IOException {
    String answer =
        site.shell()
            .run(
                PATIENCE,
                asAlice(
                    "/api/v1/archiveinfo",
                    "-H",
                    "Content-Type: application/json",
                    "-d",
                    "{\"paths\": [\"/testvo/none\"]}"))
            .succeeded()
            .output();
    assertTrue(answer.contains("/testvo/none"), answer);
  }

  /** The key is made at the HTTP port, by the certificate; the object is a file at once. */
  @Test
  void s3IsServedWithAKeyThatTheUserMade() throws IOException {
    String made =
        site.shell()
            .run(PATIENCE, asAlice("/.well-known/bora/s3-keys?label=split", "-X", "POST"))
            .succeeded()
            .output();
    Path source = Files.writeString(local.resolve("source"), "by S3, over the link");
    String[] aws = {
      "env",
      "AWS_ACCESS_KEY_ID=" + value(made, "accessKeyId"),
      "AWS_SECRET_ACCESS_KEY=" + value(made, "secretAccessKey"),
      "AWS_DEFAULT_REGION=us-east-1",
      "AWS_CA_BUNDLE=" + bundle(),
      "aws",
      "--endpoint-url",
      "https://localhost:" + s3,
      "s3",
      "cp"
    };
    run(aws, source.toString(), "s3://testvo/split/by-s3");
    assertEquals("by S3, over the link", Files.readString(site.files().resolve("split/by-s3")));
    assertEquals("by S3, over the link", run(aws, "s3://testvo/split/by-s3", "-"));
  }

  private static String run(String[] words, String... more) {
    String[] all = Arrays.copyOf(words, words.length + more.length);
    System.arraycopy(more, 0, all, words.length, more.length);
    return site.shell().run(PATIENCE, all).succeeded().output().strip();
  }

  private static String value(String json, String name) {
    Matcher found = Pattern.compile("\"" + name + "\"\\s*:\\s*\"([^\"]+)\"").matcher(json);
    assertTrue(found.find(), json);
    return found.group(1);
  }

  private Path bundle() throws IOException {
    StringBuilder all = new StringBuilder();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(site.authorities(), "*.0")) {
      for (Path file : files) {
        all.append(Files.readString(file)).append('\n');
      }
    }
    return Files.writeString(local.resolve("authorities.pem"), all);
  }
}
