package org.bora.it.clients;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.bora.it.site.Await;
import org.bora.it.site.Shell;
import org.bora.it.site.Site;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Users with a certificate alone, whose clients get macaroons by themselves: gfal2 between two
 * services, and what FTS does.
 */
class MacaroonIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String NO_ABORT =
      Site.CHECKOUT.resolve("integration-tests/clients/gfal-noabort").toString();

  private static Site here;
  private static Site there;

  @BeforeAll
  static void up() throws IOException {
    here = Site.up("macaroons");
    there = Site.beside(here, "macaroons-there");
  }

  @AfterAll
  static void down() throws IOException {
    there.close();
    here.close();
  }

  private static String http(Site site, String path) {
    return site.environment().get("BORA_HTTP") + path;
  }

  private static String davs(Site site, String path) {
    return http(site, path).replace("https://", "davs://");
  }

  private static Path file(Site site, String name) {
    return site.home().resolve("data/testvo").resolve(name);
  }

  private static String gfalCopy(String mode, String source, String target) {
    return here.shell()
        .run(
            PATIENCE,
            NO_ABORT,
            "gfal-copy",
            "-vv",
            "--copy-mode",
            mode,
            "-K",
            "ADLER32",
            source,
            target)
        .succeeded()
        .output();
  }

  private static boolean isAudited(Site site, String... parts) throws IOException {
    try (Stream<Path> logs = Files.walk(site.home().resolve("log"))) {
      for (Path log :
          logs.filter(path -> path.getFileName().toString().contains("audit")).toList()) {
        if (Files.readAllLines(log).stream()
            .anyMatch(line -> Stream.of(parts).allMatch(line::contains))) {
          return true;
        }
      }
      return false;
    }
  }

  private static byte[] stored(Site site, String name) throws IOException {
    byte[] bytes = new byte[3_000_017];
    new Random(name.hashCode()).nextBytes(bytes);
    Files.write(file(site, name), bytes);
    return bytes;
  }

  @Test
  void gfalPullsWithAMacaroonOfTheSourceThatItFetchesItself() throws IOException {
    byte[] bytes = stored(there, "pull");

    gfalCopy("pull", davs(there, "/testvo/pull"), davs(here, "/testvo/pulled"));

    assertArrayEquals(bytes, Files.readAllBytes(file(here, "pulled")));
    assertTrue(
        isAudited(there, "\"op\":\"GET\"", "CN=Alice Test", "\"proxy\":\"macaroon\""),
        "the source was read with a macaroon");
  }

  @Test
  void gfalPushesWithAMacaroonOfTheTargetThatItFetchesItself() throws IOException {
    byte[] bytes = stored(here, "push");

    gfalCopy("push", davs(here, "/testvo/push"), davs(there, "/testvo/pushed"));

    assertArrayEquals(bytes, Files.readAllBytes(file(there, "pushed")));
    assertTrue(
        isAudited(there, "\"op\":\"PUT\"", "CN=Alice Test", "\"proxy\":\"macaroon\""),
        "the target was written with a macaroon");
  }

  private static List<String> curl(String... options) {
    List<String> words =
        new ArrayList<>(
            List.of(
                "curl", "-sS", "-m", "60", "--capath", here.environment().get("X509_CERT_DIR")));
    words.addAll(List.of(options));
    return words;
  }

  private static Shell.Result run(List<String> words) {
    return here.shell().run(PATIENCE, words.toArray(String[]::new));
  }

  private static String answer(String... options) {
    return run(curl(options)).succeeded().output();
  }

  private static String part(String json, String name) {
    assertTrue(json.contains("\"" + name + "\":\""), json);
    return json.replaceFirst(".*\"" + name + "\":\"([^\"]+)\".*", "$1").strip();
  }

  private static String status(String token, String path) {
    return answer(
        "-o",
        "/dev/null",
        "-w",
        "%{http_code}",
        "-H",
        "Authorization: Bearer " + token,
        http(here, path));
  }

  /** RFC 8414, then RFC 6749 section 4.4, in the words that gfal2 has for it. */
  @Test
  void aTokenIsFoundAndGotByOAuth() throws IOException {
    stored(here, "oauth");
    String alice = here.proxy("alice-voms").toString();

    String metadata = answer("-E", alice, http(here, "/.well-known/oauth-authorization-server"));
    assertEquals(http(here, ""), part(metadata, "issuer"));
    String endpoint = part(metadata, "token_endpoint");
    String token =
        part(
            answer(
                "-E",
                alice,
                "-d",
                "grant_type=client_credentials&expire_in=600"
                    + "&scopes=LIST%3A%2Ftestvo%2Foauth%20DOWNLOAD%3A%2Ftestvo%2Foauth",
                endpoint),
            "access_token");
    assertEquals("200", status(token, "/testvo/oauth"));
    assertEquals("403", status(token, "/testvo/"));

    String refused = answer("-E", alice, "-d", "grant_type=password", endpoint);
    assertTrue(refused.contains("\"error\":\"unsupported_grant_type\""), refused);
    refused =
        answer(
            "-E",
            alice,
            "-d",
            "grant_type=client_credentials&scope=storage.read:/a storage.read:/b",
            endpoint);
    assertTrue(refused.contains("\"error\":\"invalid_scope\""), refused);
  }

  /** A semicolon begins nothing: the whole name is what the macaroon is for. */
  @Test
  void aNameWithASemicolonIsTheNameOfTheFileAlone() throws IOException {
    stored(here, "semi");
    stored(here, "semi;colon");
    List<String> words = curl("-E", here.proxy("alice-voms").toString());
    words.addAll(List.of("-H", "Content-Type: application/macaroon-request", "-d", "{}"));
    words.add(http(here, "/testvo/semi;colon"));

    String token = part(run(words).succeeded().output(), "macaroon");

    assertEquals("200", status(token, "/testvo/semi%3Bcolon"));
    assertEquals("403", status(token, "/testvo/semi"));
  }

  private static String macaroon(String... credential) {
    List<String> words = curl(credential);
    words.addAll(List.of("-H", "Content-Type: application/macaroon-request"));
    words.addAll(List.of("-d", "{\"caveats\":[\"activity:DOWNLOAD\"],\"validity\":\"PT5M\"}"));
    words.add(http(here, "/testvo/revoked"));
    return run(words).succeeded().output();
  }

  @Test
  void whatWasIssuedIsRevokedAtOnceAndNewOnesCount() throws Exception {
    stored(here, "revoked");
    String alice = here.proxy("alice-voms").toString();
    String answer = macaroon("-E", alice);
    assertEquals(http(here, "/testvo/revoked"), part(answer, "target"));
    String before = part(answer, "macaroon");
    assertEquals("200", status(before, "/testvo/revoked"));
    assertTrue(
        macaroon("-H", "Authorization: Bearer " + before).contains("to callers with a certificate"),
        "a macaroon makes no other");

    here.bora("revoke", "--home", here.home().toString()).succeeded();

    Await.until("it is revoked", () -> status(before, "/testvo/revoked").equals("401"));
    String after = part(macaroon("-E", alice), "macaroon");
    assertEquals("200", status(after, "/testvo/revoked"));
  }
}
