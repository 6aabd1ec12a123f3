package org.bora.it.clients;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bora.it.site.Await;
import org.bora.it.site.Shell;
import org.bora.it.site.Site;
import org.bora.it.wire.SrmClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Transfer URLs of HTTPS, with gfal2 and curl. */
class TurlIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String NO_ABORT =
      Site.CHECKOUT.resolve("integration-tests/clients/gfal-noabort").toString();
  private static final int SIZE = 3_000_017;

  /** More than sockets hold. */
  private static final int LARGE = 64 << 20;

  private static Site site;
  private static Path files;
  private static byte[] bytes;

  @TempDir private Path local;

  @BeforeAll
  static void up() throws IOException {
    site = Site.up("turls");
    files = site.home().resolve("data/testvo");
    bytes = new byte[SIZE];
    new Random(5).nextBytes(bytes);
  }

  @AfterAll
  static void down() throws IOException {
    site.close();
  }

  private static String surl(String name) throws IOException {
    return "srm://localhost:" + site.port() + site.root() + "/" + name;
  }

  private static SrmClient.Answer call(String operation, String fields) throws Exception {
    try (SrmClient client = new SrmClient("localhost", site.port(), site.proxy("alice-voms"))) {
      return client.call(operation, fields);
    }
  }

  private static String protocols(String... names) {
    StringBuilder list = new StringBuilder("<transferParameters><arrayOfTransferProtocols>");
    for (String name : names) {
      list.append("<stringArray>").append(name).append("</stringArray>");
    }
    return list.append("</arrayOfTransferProtocols></transferParameters>").toString();
  }

  private static SrmClient.Answer get(String name, String... protocols) throws Exception {
    return call(
        "srmPrepareToGet",
        "<arrayOfFileRequests><requestArray><sourceSURL>"
            + surl(name)
            + "</sourceSURL></requestArray></arrayOfFileRequests>"
            + protocols(protocols));
  }

  private static SrmClient.Answer put(String name, String more) throws Exception {
    return call(
        "srmPrepareToPut",
        "<arrayOfFileRequests><requestArray><targetSURL>"
            + surl(name)
            + "</targetSURL>"
            + more
            + "</requestArray></arrayOfFileRequests>"
            + protocols("https"));
  }

  private static String done(SrmClient.Answer put, String name) throws Exception {
    return call("srmPutDone", files(put, name)).code();
  }

  private static String files(SrmClient.Answer request, String name) throws Exception {
    return "<requestToken>"
        + request.element("requestToken")
        + "</requestToken><arrayOfSURLs><urlArray>"
        + surl(name)
        + "</urlArray></arrayOfSURLs>";
  }

  private static String turl(SrmClient.Answer answer) {
    String turl = answer.element("transferURL");
    assertTrue(turl.startsWith("https://localhost:"), answer.body());
    return turl;
  }

  private static Shell.Result curl(String... options) {
    List<String> words =
        new ArrayList<>(
            List.of(
                "curl", "-sS", "-m", "60", "--capath", site.environment().get("X509_CERT_DIR")));
    words.addAll(List.of(options));
    return site.shell().run(PATIENCE, words.toArray(String[]::new));
  }

  private static String status(String... options) {
    List<String> words = new ArrayList<>(List.of("-o", "/dev/null", "-w", "%{http_code}"));
    words.addAll(List.of(options));
    return curl(words.toArray(String[]::new)).output().strip();
  }

  private byte[] read(String turl) throws IOException {
    Path copy = local.resolve("copy");
    curl("--fail", "-o", copy.toString(), turl).succeeded();
    return Files.readAllBytes(copy);
  }

  private Path source() throws IOException {
    return Files.write(local.resolve("source"), bytes);
  }

  private Shell.Result gfal(String protocol, String... command) throws IOException {
    Path configuration = Files.createDirectories(local.resolve("gfal2.d"));
    try (Stream<Path> all = Files.list(Path.of("/etc/gfal2.d"))) {
      for (Path each : all.toList()) {
        String text = Files.readString(each);
        Files.writeString(
            configuration.resolve(each.getFileName()),
            text.replaceAll("(?m)^(TURL_[3A-Z_]*PROTOCOLS)=.*$", "$1=" + protocol));
      }
    }
    Map<String, String> environment = new HashMap<>(site.environment());
    environment.put("GFAL_CONFIG_DIR", configuration.toString());
    List<String> words = new ArrayList<>(List.of(NO_ABORT));
    words.addAll(List.of(command));
    return new Shell(site.home(), environment).run(PATIENCE, words.toArray(String[]::new));
  }

  private static List<String> told(String... parts) throws IOException {
    List<String> told = new ArrayList<>();
    try (Stream<Path> logs = Files.walk(site.home().resolve("log"))) {
      for (Path log : logs.filter(Files::isRegularFile).toList()) {
        Files.readAllLines(log, StandardCharsets.ISO_8859_1).stream()
            .filter(line -> Stream.of(parts).allMatch(line::contains))
            .forEach(told::add);
      }
    }
    return told;
  }

  @ParameterizedTest
  @ValueSource(strings = {"https", "davs"})
  void gfalPutsAndGetsBySrmWithTheBytesOverHttps(String protocol) throws Exception {
    String name = "gfal-" + protocol;

    gfal(protocol, "gfal-copy", "-vv", "file://" + source(), surl(name)).succeeded();
    assertArrayEquals(bytes, Files.readAllBytes(files.resolve(name)));
    Path copy = local.resolve("copy");
    gfal(protocol, "gfal-copy", "-f", surl(name), "file://" + copy).succeeded();

    assertArrayEquals(bytes, Files.readAllBytes(copy));
    assertFalse(told("\"op\":\"PUT of TURL\"", "\"outcome\":\"served\"").isEmpty());
    assertFalse(told("\"op\":\"GET of TURL\"", "\"outcome\":\"served\"").isEmpty());
  }

  @Test
  void theListOfTheClientSaysWhichProtocolItGets() throws Exception {
    Files.write(files.resolve("order"), bytes);

    assertTrue(get("order", "gsiftp", "https").element("transferURL").startsWith("gsiftp://"));
    assertTrue(get("order").element("transferURL").startsWith("gsiftp://"));
    assertTrue(get("order", "davs", "gsiftp").element("transferURL").startsWith("davs://"));
    assertTrue(get("order", "https").element("transferURL").startsWith("https://"));
    String offered = call("srmGetTransferProtocols", "").body();
    assertTrue(offered.contains(">https<") && offered.contains(">davs<"), offered);
  }

  @Test
  void theUrlAloneReadsItsFileOnce() throws Exception {
    Files.write(files.resolve("once"), bytes);
    String turl = turl(get("once", "https"));

    assertEquals("200", status("-I", turl));
    assertArrayEquals(bytes, read(turl));
    assertEquals("410", status(turl));

    String secret = turl.substring(turl.indexOf("turl=") + "turl=".length());
    assertEquals(List.of(), told(secret));
  }

  @Test
  void aTransferThatBrokeOffGoesOnInRanges() throws Exception {
    Files.write(files.resolve("resumed"), bytes);
    String turl = turl(get("resumed", "https"));
    Path copy = local.resolve("copy");
    Shell.Result first =
        curl("--max-filesize", "2000000", "-r", "0-999999", "-o", copy.toString(), turl);
    first.succeeded();

    curl("-C", "-", "--fail", "-o", copy.toString(), turl).succeeded();

    assertArrayEquals(bytes, Files.readAllBytes(copy));
    assertEquals("206", status("-r", "0-99,1000-1999", turl));
    assertArrayEquals(bytes, read(turl), "not used up: no answer had the whole file yet");
    assertEquals("410", status(turl));
    assertEquals("206", status("-r", "0-9", turl), "a client may have lost the end of the answer");
    assertEquals("410", status("-r", "0-2000000", turl), "twice the file has passed");
  }

  /** So many ranges are answered by the whole file, which is then the one transfer. */
  @Test
  void moreRangesThanAreServedUseTheUrlUp() throws Exception {
    Files.write(files.resolve("ranges"), bytes);
    String turl = turl(get("ranges", "https"));
    String ranges =
        IntStream.range(0, 1_025)
            .mapToObj(at -> 2 * at + "-" + 2 * at)
            .collect(Collectors.joining(","));

    assertEquals("200", status("-r", ranges, turl));
    assertEquals("410", status(turl));
  }

  @Test
  void theUrlIsForItsPathItsUserAndItsMethodAlone() throws Exception {
    Files.write(files.resolve("mine"), bytes);
    Files.write(files.resolve("other"), bytes);
    String turl = turl(get("mine", "https"));
    String put = turl(put("not-mine", ""));

    assertEquals("403", status(turl.replace("/mine?", "/other?")));
    int inSignature = turl.length() - 10;
    char other = turl.charAt(inSignature) == 'A' ? 'B' : 'A';
    assertEquals(
        "403", status(turl.substring(0, inSignature) + other + turl.substring(inSignature + 1)));
    assertEquals("403", status(turl.replace("turl=", "turl=x")));
    assertEquals("403", status("-E", site.proxy("bob").toString(), turl));
    assertEquals("401", status("-X", "PROPFIND", turl));
    assertEquals("401", status("-X", "DELETE", turl));
    assertEquals("403", status("-E", site.proxy("alice-voms").toString(), "-X", "DELETE", turl));
    assertEquals("403", status("-T", source().toString(), turl));
    assertEquals("404", status(put), "nothing is there before it is written");
    assertEquals("401", status(turl.substring(0, turl.indexOf('?'))));
    assertEquals("200", status("-E", site.proxy("alice-voms").toString(), turl));
    assertTrue(Files.exists(files.resolve("mine")));
  }

  @Test
  void aFileIsThereWhenItsPutIsDoneAndNotBefore() throws Exception {
    SrmClient.Answer put = put("put", "<expectedFileSize>" + SIZE + "</expectedFileSize>");
    String turl = turl(put);

    assertEquals("404", status("-I", turl));
    assertEquals("201", status("-T", source().toString(), turl));
    assertFalse(Files.exists(files.resolve("put")));
    assertEquals("200", status("-I", turl));
    assertEquals("409", status("-T", source().toString(), turl), "srmPutDone is next");
    assertEquals("SRM_SUCCESS", done(put, "put"));

    assertArrayEquals(bytes, Files.readAllBytes(files.resolve("put")));
    assertEquals("410", status("-T", source().toString(), turl));
  }

  @Test
  void anUploadThatBrokeOffIsBegunAgainAndNotPublishedBefore() throws Exception {
    SrmClient.Answer put = put("again", "");
    String turl = turl(put);
    curl("--limit-rate", "200k", "-m", "2", "-T", source().toString(), turl); // it is cut off
    String early = done(put, "again");
    assertEquals("SRM_FAILURE", early);
    assertFalse(Files.exists(files.resolve("again")));

    Await.until( // the door may not have noticed yet
        "the upload that broke off ends",
        () -> {
          String status = status("-T", source().toString(), turl);
          assertTrue(Set.of("201", "423").contains(status), status);
          return status.equals("201");
        });
    assertEquals("SRM_SUCCESS", done(put, "again"));
    assertArrayEquals(bytes, Files.readAllBytes(files.resolve("again")));
  }

  @Test
  void anotherSizeThanAnnouncedIsRefused() throws Exception {
    String turl = turl(put("short", "<expectedFileSize>17</expectedFileSize>"));

    assertEquals("400", status("-T", source().toString(), turl));
  }

  /** The rest of a body that is too long already is not awaited, and none of it is kept. */
  @Test
  void aBodyOfUnknownLengthEndsWhereTheSizeDoes() throws Exception {
    String turl = turl(put("chunked", "<expectedFileSize>17</expectedFileSize>"));
    URI url = URI.create(turl);
    String talk =
        "(printf 'PUT %s HTTP/1.1\\r\\nHost: localhost\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n"
            + "20\\r\\n%032d\\r\\n' '"
            + url.getRawPath()
            + "?"
            + url.getRawQuery()
            + "' 0; sleep 10) | openssl s_client -quiet -connect localhost:"
            + url.getPort()
            + " 2>/dev/null";

    String answer = site.shell().run(PATIENCE, "bash", "-c", talk).output();

    assertTrue(answer.startsWith("HTTP/1.1 400 "), answer);
    assertTrue(answer.contains("more bytes arrive than the 17 announced"), answer);
  }

  @Test
  void whatTheRequestEndsTheUrlEndsWith() throws Exception {
    Files.write(files.resolve("released"), bytes);
    SrmClient.Answer get = get("released", "https");
    SrmClient.Answer put = put("aborted", "");
    call("srmReleaseFiles", files(get, "released"));
    call("srmAbortRequest", "<requestToken>" + put.element("requestToken") + "</requestToken>");

    assertEquals("410", status(turl(get)));
    assertEquals("410", status("-T", source().toString(), turl(put)));
    assertFalse(Files.exists(files.resolve("aborted")));
  }

  /** Of a transfer that goes on too: the door hears of it within seconds. */
  @Test
  void whatIsRevokedEndsWhileBytesPass() throws Exception {
    Files.write(files.resolve("revoked"), new byte[LARGE]);
    String turl = turl(get("revoked", "https"));
    Path copy = local.resolve("copy");
    List<String> words = new ArrayList<>(List.of("curl", "-sS", "--limit-rate", "1m", "-m", "100"));
    words.addAll(List.of("--capath", site.environment().get("X509_CERT_DIR")));
    words.addAll(List.of("-o", copy.toString(), turl));
    Process slow =
        new ProcessBuilder(words)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      Await.until("something comes", () -> Files.exists(copy) && Files.size(copy) > 0);

      site.bora("revoke", "--home", site.home().toString()).succeeded();

      assertTrue(slow.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS));
      assertEquals(18, slow.exitValue(), "the connection is closed with data outstanding");
      assertTrue(Files.size(copy) < LARGE);
      assertEquals("403", status(turl));
    } finally {
      slow.destroyForcibly().waitFor();
    }
  }

  /** As the user is known where the request was made: by name, authority and VO. */
  @ParameterizedTest
  @CsvSource({"dn, /DC=test/DC=grid/OU=people/CN=Alice Test", "vo, testvo"})
  void aUserWhoIsBannedGetsNothingByAUrlEither(String kind, String whom) throws Exception {
    Files.write(files.resolve("banned"), bytes);
    String turl = turl(get("banned", "https"));
    String[] withoutVo = {"-I", "-E", site.proxy("alice").toString(), turl};
    assertEquals("200", status(withoutVo));

    String home = site.home().toString();
    String[] ban = {"bans", "add", "--kind", kind, "--name", whom, "--home", home};
    String id = site.bora(ban).succeeded().output().split(" ", 2)[0];
    try {
      Await.until("the ban is heard of", () -> status("-I", turl).equals("403"));
      assertEquals("403", status(withoutVo), "the URL was made for a member of the VO");
    } finally {
      site.bora("bans", "lift", id, "--home", home).succeeded();
      Await.until("the ban is lifted", () -> get("banned", "https").body().contains("https://"));
    }
  }
}
