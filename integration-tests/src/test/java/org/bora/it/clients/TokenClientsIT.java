package org.bora.it.clients;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bora.it.site.Await;
import org.bora.it.site.Shell;
import org.bora.it.site.Site;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** gfal2 and curl with a bearer token and no certificate, on disk and on tape. */
class TokenClientsIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Pattern REQUEST = Pattern.compile("/stage/([0-9a-f-]{36})");
  private static final String NO_ABORT =
      Site.CHECKOUT.resolve("integration-tests/clients/gfal-noabort").toString();

  private static Site site;
  private static String davs;

  @TempDir private Path local;

  @BeforeAll
  static void up() throws IOException {
    site = Site.upWithTape("token-clients");
    davs = site.environment().get("BORA_HTTP").replace("https://", "davs://");
  }

  @AfterAll
  static void down() throws IOException {
    site.close();
  }

  private static String token(String scope) {
    return site.shell()
        .run(
            PATIENCE,
            Site.CHECKOUT.resolve("bora").toString(),
            "token",
            "--home",
            site.home().toString(),
            "--scope",
            scope)
        .succeeded()
        .output()
        .strip();
  }

  /** Runs a client that has a token alone. */
  private static Shell.Result gfal(String scope, String... command) {
    Map<String, String> environment = new HashMap<>(site.environment());
    environment.put("BEARER_TOKEN", token(scope));
    List<String> words = new ArrayList<>(List.of("env", "-u", "X509_USER_PROXY", NO_ABORT));
    words.addAll(List.of(command));
    return new Shell(site.home(), environment).run(PATIENCE, words.toArray(String[]::new));
  }

  @Test
  void gfalDoesEverythingOnDiskWithATokenAlone() throws IOException {
    String all = "storage.read:/testvo storage.modify:/testvo";
    byte[] bytes = new byte[2_000_000];
    new Random(3).nextBytes(bytes);
    Path source = Files.write(local.resolve("source"), bytes);
    String directory = davs + "/testvo/by-token";

    gfal(all, "gfal-mkdir", directory).succeeded();
    gfal(all, "gfal-copy", "file://" + source, directory + "/f").succeeded();
    assertTrue(gfal(all, "gfal-ls", "-l", directory).succeeded().output().contains("2000000"));
    assertTrue(gfal(all, "gfal-stat", directory + "/f").succeeded().output().contains("2000000"));
    assertTrue(
        gfal(all, "gfal-sum", directory + "/f", "ADLER32").succeeded().output().contains("/f "));
    gfal(all, "gfal-rename", directory + "/f", directory + "/g").succeeded();
    Path copy = local.resolve("copy");
    gfal(all, "gfal-copy", directory + "/g", "file://" + copy).succeeded();
    assertArrayEquals(bytes, Files.readAllBytes(copy));
    gfal(all, "gfal-rm", "-r", directory).succeeded();
    assertTrue(Files.notExists(site.home().resolve("data/testvo/by-token")));
  }

  @Test
  void aTokenThatMayReadMayNotWrite() throws IOException {
    Path source = Files.writeString(local.resolve("source"), "x");
    Shell.Result refused =
        gfal(
            "storage.read:/testvo",
            "gfal-copy",
            "file://" + source,
            davs + "/testvo/refused-by-token");
    assertNotEquals(0, refused.status(), refused.output());
    assertTrue(Files.notExists(site.home().resolve("data/testvo/refused-by-token")));
  }

  @Test
  void gfalArchivesAndRecallsWithATokenAlone() throws IOException {
    String all = "storage.read:/ storage.modify:/ storage.stage:/ storage.poll:/";
    Path source = Files.writeString(local.resolve("source"), "kept on tape");
    String file = davs + "/testvo-d0t1/by-token";

    gfal(all, "gfal-copy", "file://" + source, file).succeeded();
    gfal(all, "gfal-archivepoll", "--polling-timeout", "60", file).succeeded();
    fillTheBuffer(all, "large1", "large2");
    awaitStatus(file, "NEARLINE");
    String staged =
        gfal(all, "gfal-bringonline", "-vvv", "--polling-timeout", "60", file).succeeded().output();
    assertTrue(gfal(all, "gfal-cat", file).succeeded().output().contains("kept on tape"));
    awaitStatus(file, "ONLINE_AND_NEARLINE");
    Matcher request = REQUEST.matcher(staged);
    assertTrue(request.find(), staged);
    gfal(all, "gfal-evict", file, request.group(1)).succeeded();
    // until then it is pinned, and stays however full the buffer is
    fillTheBuffer(all, "large3", "large4");
    awaitStatus(file, "NEARLINE");
  }

  /** Two files are more than the high mark of the buffer: what is on tape and not pinned leaves. */
  private void fillTheBuffer(String scope, String... two) throws IOException {
    Path large = Files.write(local.resolve("large"), new byte[6_500_000]);
    for (String name : two) {
      gfal(scope, "gfal-copy", "file://" + large, davs + "/testvo-d0t1/" + name).succeeded();
    }
  }

  private static void awaitStatus(String file, String status) {
    Await.until(
        file + " is " + status,
        () ->
            gfal("storage.poll:/", "gfal-xattr", file, "user.status")
                .succeeded()
                .output()
                .strip()
                .equals(status));
  }

  /** The token is the identity of its request; the certificate of the connection adds nothing. */
  @Test
  void aCertificateDoesNotHelpATokenThatMayNot() {
    List<String> words =
        List.of(
            "curl",
            "-sS",
            "--capath",
            site.environment().get("X509_CERT_DIR"),
            "-E",
            site.proxy("alice-voms").toString(),
            "-H",
            "Authorization: Bearer " + token("storage.read:/testvo/elsewhere"),
            "-o",
            "/dev/null",
            "-w",
            "%{http_code}",
            "-X",
            "MKCOL",
            site.environment().get("BORA_HTTP") + "/testvo/not-by-token");
    assertEquals(
        "403",
        site.shell().run(PATIENCE, words.toArray(String[]::new)).succeeded().output().strip());
  }
}
