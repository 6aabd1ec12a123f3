package org.bora.it.clients;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import java.util.zip.Adler32;
import org.bora.it.site.Await;
import org.bora.it.site.Shell;
import org.bora.it.site.Site;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * HTTPS and WebDAV with gfal2 and curl, on the files that SRM serves too. Each class below has
 * another setup.
 */
abstract class HttpMatrix {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final String NO_ABORT =
      Site.CHECKOUT.resolve("integration-tests/clients/gfal-noabort").toString();

  private static Place place;
  private static Path files;

  @TempDir private Path local;
  private Path source;
  private byte[] bytes;

  /**
   * What is tried.
   *
   * @param http {@code https://HOST:PORT}
   * @param surl the area by SRM
   * @param files of the area
   * @param authorities the directory of trust anchors
   * @param proxies by their names
   * @param shell of a user
   */
  record Place(
      String http,
      String surl,
      Path files,
      Path authorities,
      UnaryOperator<String> proxies,
      Shell shell) {}

  /** To be said before the first test. */
  static void at(Place tried) {
    place = tried;
    files = tried.files();
  }

  @BeforeEach
  void makesAFile() throws IOException {
    bytes = new byte[3_000_000];
    new Random(1).nextBytes(bytes);
    source = Files.write(local.resolve("source"), bytes);
  }

  @AfterEach
  void leavesNothing() throws IOException {
    try (Stream<Path> all = Files.walk(files)) {
      assertEquals(
          List.of(),
          all.filter(path -> path.getFileName().toString().startsWith(".bora-")).toList());
    }
    place.shell().run(PATIENCE, "bash", "-c", "rm -rf '" + files + "'/*").succeeded();
  }

  private static String http(String path) {
    return place.http() + "/testvo" + path;
  }

  private static String davs(String path) {
    return http(path).replace("https://", "davs://");
  }

  private static Shell.Result gfal(String... command) {
    List<String> words = new ArrayList<>(List.of(NO_ABORT));
    words.addAll(List.of(command));
    return place.shell().run(PATIENCE, words.toArray(String[]::new));
  }

  /**
   * An answer.
   *
   * @param head status line and headers of the last answer, in small letters
   * @param latin its body, a character for each byte
   */
  private record Answer(int status, String head, String latin) {
    byte[] body() {
      return latin.getBytes(StandardCharsets.ISO_8859_1);
    }

    String header(String name) {
      return head.lines()
          .filter(line -> line.startsWith(name + ": "))
          .map(line -> line.substring(name.length() + 2).strip())
          .findFirst()
          .orElse("");
    }

    String text() {
      return new String(body(), StandardCharsets.UTF_8);
    }
  }

  private Answer curl(String... options) throws IOException {
    return curlAs("alice-voms", options);
  }

  private Answer curlAs(String proxy, String... options) throws IOException {
    Path body = local.resolve("body");
    Path head = local.resolve("head");
    Files.deleteIfExists(body);
    List<String> words =
        new ArrayList<>(List.of("curl", "-sS", "--capath", place.authorities().toString()));
    words.addAll(List.of("-E", place.proxies().apply(proxy), "-m", "30"));
    words.addAll(List.of("-o", body.toString(), "-D", head.toString(), "-w", "%{http_code}"));
    words.addAll(List.of(options));
    Shell.Result result = place.shell().run(PATIENCE, words.toArray(String[]::new)).succeeded();
    String[] heads = Files.readString(head).strip().split("\r\n\r\n", -1);
    return new Answer(
        Integer.parseInt(result.output().strip()),
        heads[heads.length - 1].toLowerCase(Locale.ROOT),
        Files.exists(body) ? Files.readString(body, StandardCharsets.ISO_8859_1) : "");
  }

  private Answer put(String path, String... options) throws IOException {
    List<String> words = new ArrayList<>(List.of("-T", source.toString()));
    words.addAll(List.of(options));
    words.add(http(path));
    return curl(words.toArray(String[]::new));
  }

  private String adler32() {
    Adler32 sum = new Adler32();
    sum.update(bytes);
    return String.format(Locale.ROOT, "%08x", sum.getValue());
  }

  @Test
  void gfalCopiesListsSumsRenamesAndRemoves() throws IOException {
    gfal("gfal-mkdir", davs("/dir")).succeeded();
    gfal("gfal-copy", "-K", "adler32", "file://" + source, davs("/dir/f")).succeeded();
    assertArrayEquals(bytes, Files.readAllBytes(files.resolve("dir/f")));
    assertTrue(gfal("gfal-ls", "-l", davs("/dir")).succeeded().output().contains("3000000"));
    assertTrue(gfal("gfal-stat", davs("/dir/f")).succeeded().output().contains("3000000"));
    assertTrue(
        gfal("gfal-sum", davs("/dir/f"), "adler32").succeeded().output().contains(adler32()));
    gfal("gfal-rename", davs("/dir/f"), davs("/dir/g")).succeeded();
    Path back = local.resolve("back");
    gfal("gfal-copy", "-K", "adler32", davs("/dir/g"), "file://" + back).succeeded();
    assertArrayEquals(bytes, Files.readAllBytes(back));
    gfal("gfal-copy", "--copy-mode", "streamed", davs("/dir/g"), davs("/dir/h")).succeeded();
    assertArrayEquals(bytes, Files.readAllBytes(files.resolve("dir/h")));
    gfal("gfal-rm", "-r", davs("/dir")).succeeded();
    assertFalse(Files.exists(files.resolve("dir")));
    assertEquals(2, gfal("gfal-stat", davs("/dir")).status(), "ENOENT");
  }

  @Test
  void whatSrmHasWrittenHttpReadsAndTheReverse() throws IOException {
    String surl = place.surl();
    gfal("gfal-copy", "file://" + source, surl + "/by-srm").succeeded();
    assertArrayEquals(bytes, curl(http("/by-srm")).body());

    assertEquals(201, put("/by-http").status());
    String sum = gfal("gfal-sum", surl + "/by-http", "adler32").succeeded().output();
    assertTrue(sum.contains(adler32()), sum);
    Path back = local.resolve("back");
    gfal("gfal-copy", surl + "/by-http", "file://" + back).succeeded();
    assertArrayEquals(bytes, Files.readAllBytes(back));
  }

  @Test
  void aFileIsReplacedUnlessTheClientForbidsIt() throws IOException {
    assertEquals(201, put("/f", "-H", "Digest: adler32=" + adler32()).status());
    Answer first = curl("-I", http("/f"));
    assertEquals(412, put("/f", "-H", "If-None-Match: *").status());
    assertEquals(412, put("/f", "-H", "If-Match: \"other\"").status());
    assertEquals(204, put("/f", "-H", "If-Match: " + first.header("etag")).status());

    assertFalse(curl("-I", http("/f")).header("etag").equals(first.header("etag")));
    assertEquals(200, curl("-H", "If-None-Match: " + first.header("etag"), http("/f")).status());
  }

  @Test
  void removalRenameAndCopyHeedConditionsOfTheirFile() throws IOException {
    put("/f");
    String old = "If-Match: " + curl("-I", http("/f")).header("etag");
    put("/f");
    String now = "If-Match: " + curl("-I", http("/f")).header("etag");
    String to = "Destination: " + http("/g");
    for (String method : List.of("MOVE", "COPY")) {
      assertEquals(412, curl("-X", method, "-H", old, "-H", to, http("/f")).status(), method);
      assertFalse(Files.exists(files.resolve("g")), method);
    }
    assertEquals(412, curl("-X", "DELETE", "-H", old, http("/f")).status());
    assertTrue(Files.exists(files.resolve("f")));

    assertEquals(201, curl("-X", "COPY", "-H", now, "-H", to, http("/f")).status());
    assertEquals(204, curl("-X", "MOVE", "-H", now, "-H", to, http("/f")).status());
    String[] both = {"-H", old, "-H", "If-Match: " + curl("-I", http("/g")).header("etag")};
    assertEquals(
        204, curl("-X", "DELETE", both[0], both[1], both[2], both[3], http("/g")).status());
    assertFalse(Files.exists(files.resolve("g")));
  }

  /** RFC 4918 section 10.4: nothing is locked here, so no lock token is one of a resource. */
  @Test
  void theHeaderIfOfWebDavIsHeeded() throws IOException {
    String lock = "If: (<urn:uuid:181d4fae-7d8c-11d0-a765-00a0c91e6bf2>)";
    assertEquals(412, put("/f", "-H", lock).status());
    assertEquals(412, curl("-X", "MKCOL", "-H", lock, http("/d")).status());
    assertEquals(201, put("/f", "-H", "If: (Not <DAV:no-lock>)").status());
    String old = "If: ([" + tag("/f") + "])";
    assertEquals(204, put("/f", "-H", old).status());
    String now = "If: ([" + tag("/f") + "])";
    assertEquals(201, put("/g").status());
    String to = "Destination: " + http("/g");
    String both = "If: <" + http("/g") + "> ([" + tag("/g") + "])";

    assertEquals(412, put("/f", "-H", old).status());
    assertEquals(400, put("/f", "-H", "If: nonsense").status());
    assertEquals(412, curl("-H", old, http("/f")).status());
    assertEquals(412, curl("-X", "PROPFIND", "-H", "Depth: 0", "-H", old, http("/f")).status());
    assertEquals(412, curl("-X", "DELETE", "-H", lock, http("/f")).status());
    for (String method : List.of("MOVE", "COPY")) {
      assertEquals(412, curl("-X", method, "-H", old, "-H", to, http("/f")).status(), method);
    }

    assertEquals(200, curl("-H", now, http("/f")).status());
    assertEquals(204, curl("-X", "COPY", "-H", both, "-H", to, http("/f")).status());
    assertEquals(412, curl("-X", "MOVE", "-H", both, "-H", to, http("/f")).status());
    assertEquals(204, curl("-X", "MOVE", "-H", now, "-H", to, http("/f")).status());
    assertEquals(204, curl("-X", "DELETE", "-H", "If: ([" + tag("/g") + "])", http("/g")).status());
  }

  private String tag(String name) throws IOException {
    return curl("-I", http(name)).header("etag");
  }

  @Test
  void wrongBytesAreRefusedAndTheOldOnesStay() throws IOException {
    assertEquals(201, put("/f").status());
    Files.writeString(source, "something else");

    Answer old = put("/f", "-H", "Digest: adler32=1");
    Answer current = put("/f", "-H", "Repr-Digest: sha-256=:AAAA:");

    assertEquals(400, old.status());
    assertTrue(old.text().contains("announced was 00000001"), old.text());
    assertEquals(400, current.status());
    assertArrayEquals(bytes, Files.readAllBytes(files.resolve("f")));
  }

  @Test
  void aClientThatDisappearsLeavesNothingAndTheNameIsFree() throws Exception {
    Process client = slowPut("/gone");
    awaitHidden(1);
    client.destroyForcibly().waitFor();
    awaitHidden(0);

    assertFalse(Files.exists(files.resolve("gone")));
    assertEquals(201, put("/gone").status());
  }

  private Process slowPut(String path) throws IOException {
    return new ProcessBuilder(
            "curl",
            "-sS",
            "-k",
            "-E",
            place.proxies().apply("alice-voms"),
            "--limit-rate",
            "100k",
            "-T",
            source.toString(),
            http(path))
        .redirectErrorStream(true)
        .start();
  }

  @Test
  void aMoveThatReplacesIsDoneOrLosesNothing() throws Exception {
    assertEquals(201, put("/f").status());
    assertEquals(201, put("/g").status());
    String[] move = {"-X", "MOVE", "-H", "Destination: " + http("/g"), http("/f")};
    assertEquals(204, curl(move).status());
    assertFalse(Files.exists(files.resolve("f")));
    assertArrayEquals(bytes, Files.readAllBytes(files.resolve("g")));

    assertEquals(201, curl("-X", "MKCOL", http("/d")).status());
    Process writer = slowPut("/d/x");
    awaitHidden("d", 1);
    Answer busy = curl("-X", "MOVE", "-H", "Destination: " + http("/g"), http("/d"));
    writer.destroyForcibly().waitFor();
    assertEquals(423, busy.status(), busy.text());
    assertArrayEquals(bytes, Files.readAllBytes(files.resolve("g")));

    String same = http("/%67");
    assertEquals(403, curl("-X", "MOVE", "-H", "Destination: " + same, http("/g")).status());
    assertArrayEquals(bytes, Files.readAllBytes(files.resolve("g")));
    try (Stream<Path> left = Files.list(files)) {
      assertEquals(List.of(), left.filter(path -> path.toString().contains("replaced")).toList());
    }
    awaitHidden("d", 0);
  }

  private static void awaitHidden(int count) throws Exception {
    awaitHidden("", count);
  }

  private static void awaitHidden(String directory, int count) throws Exception {
    Await.until(count + " uploads", () -> hidden(directory) == count);
  }

  private static long hidden(String directory) throws IOException {
    try (Stream<Path> all = Files.list(files.resolve(directory))) {
      return all.filter(path -> path.getFileName().toString().startsWith(".bora-put-")).count();
    }
  }

  @Test
  void aBodyOfUnknownLengthIsStoredAndAnEmptyOneEmptiesTheFile() throws IOException {
    assertEquals(201, put("/f", "-H", "Transfer-Encoding: chunked").status());
    assertArrayEquals(bytes, Files.readAllBytes(files.resolve("f")));
    String[] empty = {"-T", "/dev/null", "-H", "Transfer-Encoding: chunked", http("/f")};
    assertEquals(204, curl(empty).status());
    assertEquals(0, Files.size(files.resolve("f")));
    assertEquals(204, put("/f").status());
    Files.write(source, new byte[0]);
    assertEquals(204, put("/f").status(), "with Content-Length: 0");
    assertEquals(0, Files.size(files.resolve("f")));
    assertEquals(200, curl(http("/f")).status());
  }

  @Test
  void rangesAreReadAloneAndTogether() throws IOException {
    assertEquals(201, put("/f").status());

    Answer one = curl("-r", "100-199", http("/f"));
    Answer tail = curl("-r", "-10", http("/f"));
    Answer several = curl("-r", "0-3,1000-1009", http("/f"));
    Answer beyond = curl("-r", "3000000-", http("/f"));

    assertEquals(206, one.status());
    assertArrayEquals(Arrays.copyOfRange(bytes, 100, 200), one.body());
    assertArrayEquals(Arrays.copyOfRange(bytes, bytes.length - 10, bytes.length), tail.body());
    assertEquals(206, several.status());
    assertTrue(several.header("content-type").startsWith("multipart/byteranges; boundary="));
    assertTrue(several.text().contains("Content-Range: bytes 1000-1009/3000000"));
    assertEquals(416, beyond.status());
    assertEquals("bytes */3000000", beyond.header("content-range"));
    Answer head = curl("-I", "-r", "100-199", http("/f"));
    assertEquals(200, head.status(), "ranges are for GET alone");
    assertEquals("3000000", head.header("content-length"));
  }

  @Test
  void theChecksumIsToldToThoseWhoWantIt() throws IOException {
    assertEquals(201, put("/f").status());

    assertEquals("", curl("-I", http("/f")).header("digest"));
    assertEquals(
        "adler32=" + adler32(),
        curl("-I", "-H", "Want-Digest: md5;q=1, adler32;q=0.5", http("/f")).header("digest"));
    assertEquals("", curl("-I", "-H", "Want-Digest: crc64", http("/f")).header("digest"));
  }

  @Test
  void directoriesAnswerAsWebDavSays() throws IOException {
    assertEquals(409, curl("-X", "MKCOL", http("/d/e")).status(), "no directory above");
    assertEquals(201, curl("-X", "MKCOL", http("/d")).status());
    assertEquals(405, curl("-X", "MKCOL", http("/d")).status());
    assertEquals(409, put("/d").status());
    assertEquals(409, put("/none/f").status());
    assertEquals(201, put("/d/a%20%3Cb%3E%23").status());
    Answer listing = curl("-X", "PROPFIND", "-H", "Depth: 1", http("/d"));
    assertEquals(207, listing.status());
    assertTrue(listing.text().contains("<d:href>/testvo/d/</d:href>"), listing.text());
    assertTrue(
        listing.text().contains("<d:href>/testvo/d/a%20%3Cb%3E%23</d:href>"), listing.text());
    assertTrue(listing.text().contains("adler32=" + adler32()), listing.text());
    assertEquals(403, curl("-X", "PROPFIND", "-H", "Depth: infinity", http("/d")).status());
    Answer page = curl(http("/d/"));
    assertTrue(page.text().contains("a &lt;b&gt;#</a>"), page.text());
    assertTrue(page.text().contains("<a href=\"/testvo/\">../</a>"), page.text());
    assertEquals(page.text(), curl(http("/d")).text(), "the same links without a slash");
    String[] move = {"-X", "MOVE", "-H", "Destination: " + http("/e"), http("/d")};
    assertEquals(201, curl(move).status());
    assertEquals(404, curl(move).status(), "it is not there any more");
    assertEquals(201, curl("-X", "MKCOL", http("/d")).status());
    assertEquals(
        412,
        curl("-X", "MOVE", "-H", "Overwrite: F", "-H", "Destination: " + http("/e"), http("/d"))
            .status());
    assertTrue(Files.exists(files.resolve("e/a <b>#")));
    assertEquals(204, curl("-X", "DELETE", http("/d")).status());
    assertEquals(404, curl("-X", "DELETE", http("/d")).status());
  }

  @Test
  void aFileIsCopiedHereAndNotOverAnotherUnlessItMay() throws IOException {
    assertEquals(201, put("/f").status());
    String[] forbidden = {
      "-X", "COPY", "-H", "Overwrite: F", "-H", "Destination: " + http("/g"), http("/f")
    };
    assertEquals(201, curl(forbidden).status());
    assertEquals(412, curl(forbidden).status());
    assertEquals(204, curl("-X", "COPY", "-H", "Destination: " + http("/g"), http("/f")).status());
    assertArrayEquals(bytes, Files.readAllBytes(files.resolve("g")));
  }

  @Test
  void aDirectoryIsCopiedWithAllThatIsInItOrAlone() throws IOException {
    assertEquals(201, curl("-X", "MKCOL", http("/d")).status());
    assertEquals(201, curl("-X", "MKCOL", http("/d/e")).status());
    assertEquals(201, put("/d/e/a%20b%23").status());
    String[] whole = {"-X", "COPY", "-H", "Destination: " + http("/copy"), http("/d")};
    assertEquals(201, curl(whole).status());
    assertArrayEquals(bytes, Files.readAllBytes(files.resolve("copy/e/a b#")));

    Files.writeString(files.resolve("copy/stays"), "no");
    assertEquals(204, curl(whole).status());
    assertFalse(Files.exists(files.resolve("copy/stays")), "it was replaced as a whole");
    assertTrue(Files.exists(files.resolve("copy/e/a b#")));

    String[] alone = {
      "-X", "COPY", "-H", "Depth: 0", "-H", "Destination: " + http("/alone/"), http("/d/")
    };
    assertEquals(201, curl(alone).status());
    assertFalse(Files.exists(files.resolve("alone/e")));
    assertEquals(201, put("/f").status());
    String[] over = {"-X", "COPY", "-H", "Destination: " + http("/alone"), http("/f")};
    assertEquals(204, curl(over).status());
    assertArrayEquals(bytes, Files.readAllBytes(files.resolve("alone")));
    String[] inside = {"-X", "COPY", "-H", "Destination: " + http("/d/e/f"), http("/d")};
    assertEquals(403, curl(inside).status());
    String[] nowhere = {"-X", "COPY", "-H", "Destination: " + http("/none/f"), http("/d")};
    assertEquals(409, curl(nowhere).status());
    try (Stream<Path> left = Files.list(files)) {
      assertEquals(List.of(), left.filter(path -> path.toString().contains("replaced")).toList());
    }
  }

  @Test
  void whoMayNotIsToldSo() throws IOException {
    assertEquals(201, put("/f").status());

    Answer stranger = curlAs("bob", http("/f"));

    assertEquals(403, stranger.status());
    assertTrue(stranger.text().contains("no rule of area testvo allows read"), stranger.text());
    assertEquals(
        401,
        Integer.parseInt(
            place
                .shell()
                .run(PATIENCE, "curl", "-sk", "-o", "/dev/null", "-w", "%{http_code}", http("/f"))
                .succeeded()
                .output()
                .strip()),
        "without a certificate and without a token");
    assertEquals(405, curl("-X", "PATCH", http("/f")).status());
  }

  @Test
  void pathsLeadNowhereElse() throws IOException {
    for (String path : List.of("/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/.bora-put-x")) {
      int status = curl("--path-as-is", http(path)).status();
      assertTrue(status == 400 || status == 404, path + ": " + status);
    }
  }
}
