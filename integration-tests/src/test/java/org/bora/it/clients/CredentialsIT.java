package org.bora.it.clients;

import static java.util.stream.Collectors.toSet;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.bora.it.doors.S3Door;
import org.bora.it.site.Shell;
import org.bora.it.site.Site;
import org.bora.it.wire.SrmClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/**
 * Who gets in with real gfal2, how the others are told, and who manages which access keys of S3
 * over HTTPS.
 */
class CredentialsIT {

  private static final String NOABORT =
      Site.CHECKOUT.resolve("integration-tests/clients/gfal-noabort").toString();

  private static Site site;

  @BeforeAll
  static void up() throws IOException {
    site = Site.up("credentials");
  }

  @AfterAll
  static void down() throws IOException {
    site.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "alice-voms",
        "alice-voms-2",
        "alice-prod",
        "alice-role",
        "alice-prodrole",
        "bob-voms"
      })
  void aMemberOfTheVoGetsIn(String proxy) throws IOException {
    assertEquals(0, stat(proxy).status(), () -> output(proxy));
  }

  /** Limited proxies are left out: GridFTP servers hand them nothing on. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "alice-voms",
        "alice-voms-2",
        "alice-prod",
        "alice-role",
        "alice-prodrole",
        "bob-voms"
      })
  void aMemberWritesWithGfalAndReadsWithArc(String proxy, @TempDir Path directory)
      throws IOException {
    Path sent = Files.writeString(directory.resolve("sent"), "with " + proxy);
    Path back = directory.resolve("back");
    String file = surl() + "/" + proxy + "-" + directory.getFileName();
    assertRuns(proxy, NOABORT, "gfal-copy", "-K", "ADLER32", "file://" + sent, file);
    assertRuns(proxy, "arccp", file, back.toString());
    assertEquals(Files.readString(sent), Files.readString(back));
    assertRuns(proxy, NOABORT, "gfal-copy", file, file + "-again");
    assertRuns(proxy, NOABORT, "gfal-bringonline", "--polling-timeout", "20", file);
    assertRuns(proxy, NOABORT, "gfal-chmod", "600", file);
    assertRuns(proxy, "arcrm", file);
    assertRuns(proxy, NOABORT, "gfal-rm", file + "-again");
  }

  private static void assertRuns(String proxy, String... command) throws IOException {
    Shell.Result result =
        site.shell()
            .with("X509_USER_PROXY", site.proxy(proxy).toString())
            .run(Duration.ofMinutes(1), command);
    assertEquals(0, result.status(), () -> List.of(command) + " " + result.output());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"revoked", "expired", "notyet", "untrusted", "alice-expired", "alice-gt2"})
  void aBadCredentialIsRefusedInTheHandshake(String proxy) throws IOException {
    assertNotEquals(0, stat(proxy).status());
  }

  @ParameterizedTest
  @ValueSource(strings = {"ac-badsig", "ac-untrusted", "ac-wronglsc", "ac-expired", "ac-stolen"})
  void aForgedAttributeIsRefusedInTheProtocol(String proxy) throws Exception {
    try (SrmClient client = new SrmClient("localhost", site.port(), site.proxy(proxy))) {
      SrmClient.Answer answer =
          client.call("srmLs", "<arrayOfSURLs><urlArray>" + surl() + "</urlArray></arrayOfSURLs>");
      assertEquals(200, answer.status());
      assertEquals("SRM_AUTHENTICATION_FAILURE", answer.code(), answer.body());
      assertTrue(!answer.element("explanation").isEmpty(), answer.body());
    }
    assertEquals(13, stat(proxy).status(), "gfal2 maps SRM_AUTHENTICATION_FAILURE to EACCES");
  }

  private static String output(String proxy) {
    try {
      return stat(proxy).output();
    } catch (IOException e) {
      return e.toString();
    }
  }

  private static String surl() throws IOException {
    return "srm://" + site.endpoint() + "/srm/managerv2?SFN=" + site.root();
  }

  private static Shell.Result stat(String proxy) throws IOException {
    return site.shell()
        .with("X509_USER_PROXY", site.proxy(proxy).toString())
        .run(Duration.ofMinutes(1), NOABORT, "gfal-stat", surl());
  }

  @Test
  void usersManageTheirOwnKeysWithTheirCertificate() throws Exception {
    OwnKeys alice = OwnKeys.byCertificate(site, "alice-voms");
    String request = "Idempotency-Key: of-the-laptop";
    OwnKeys.Answer made = alice.ask("POST", "?label=laptop&lifetime=3600", request);
    assertEquals(201, made.status(), made.text());
    String one = "/" + made.id();
    assertTrue(made.head().contains("Location: /.well-known/bora/s3-keys" + one), made.head());
    assertTrue(made.head().contains("Cache-Control: no-store"), made.head());

    OwnKeys.Answer again = alice.ask("POST", "?label=laptop&lifetime=3600", request);
    assertEquals(201, again.status(), again.text());
    assertEquals(made.id(), again.id());
    assertNotEquals(made.secret(), again.secret());
    List<JsonNode> listed = alice.labelled("laptop");
    assertEquals(1, listed.size(), listed.toString());
    assertFalse(listed.getFirst().has("secretAccessKey"), listed.toString());
    assertFalse(listed.getFirst().has("used"), listed.toString());

    OwnKeys.Answer rotated = alice.ask("POST", one + "/rotate");
    assertEquals(200, rotated.status(), rotated.text());
    for (OwnKeys.Answer old : List.of(made, again)) {
      assertAnswer(403, "SignatureDoesNotMatch", listing(alice, old.id(), old.secret()));
    }
    assertAnswer(200, "<ListBucketResult", listing(alice, made.id(), rotated.secret()));
    OwnKeys.Answer used = alice.ask("POST", "?label=laptop", request);
    assertEquals(409, used.status(), used.text());
    assertTrue(used.head().contains("Content-Type: application/problem+json"), used.head());

    OwnKeys.Answer renewed = alice.ask("POST", one + "/renew");
    assertEquals(200, renewed.status(), renewed.text());
    assertFalse(renewed.json().has("secretAccessKey"), renewed.text());
    assertEquals(Duration.ofHours(1), life(made));
    assertTrue(life(renewed).compareTo(Duration.ofDays(30)) >= 0, renewed.text());

    assertEquals(204, alice.ask("DELETE", one).status());
    assertEquals(List.of(), alice.labelled("laptop"));
    assertEquals(404, alice.ask("DELETE", one).status());
  }

  private static HttpResponse<String> listing(OwnKeys user, String id, String secret)
      throws Exception {
    return user.s3(id, secret).ask("GET", "/testvo", "prefix=none", new byte[0]);
  }

  private static void assertAnswer(int status, String text, HttpResponse<String> answer) {
    assertEquals(status, answer.statusCode(), answer.body());
    assertTrue(answer.body().contains(text), answer.body());
  }

  private static Duration life(OwnKeys.Answer key) {
    return Duration.between(
        Instant.parse(key.json().get("created").asString()),
        Instant.parse(key.json().get("ends").asString()));
  }

  @Test
  void aDisabledKeyIsRefusedAndNobodyElseHasASayOverIt() throws Exception {
    OwnKeys alice = OwnKeys.byCertificate(site, "alice-voms");
    OwnKeys.Answer made = alice.ask("POST", "?label=desk");
    String one = "/" + made.id();
    OwnKeys.Answer disabled = alice.ask("POST", one + "/disable");
    assertEquals(200, disabled.status(), disabled.text());
    assertFalse(disabled.json().get("enabled").asBoolean(), disabled.text());
    assertFalse(alice.labelled("desk").getFirst().get("enabled").asBoolean());
    assertAnswer(403, "InvalidAccessKeyId", listing(alice, made.id(), made.secret()));

    OwnKeys plain = OwnKeys.byCertificate(site, "alice");
    assertEquals(403, plain.ask("POST", one + "/enable").status(), "it lacks the VO");
    OwnKeys bob = OwnKeys.byCertificate(site, "bob-voms");
    assertEquals(List.of(), bob.labelled("desk"));
    for (String change : List.of("/enable", "/rotate", "/renew", "/disable")) {
      assertEquals(404, bob.ask("POST", one + change).status(), change);
    }
    assertEquals(404, bob.ask("DELETE", one).status());
    assertEquals(403, alice.ask("DELETE", one, "Sec-Fetch-Site: cross-site").status());
    assertEquals(405, alice.ask("GET", one + "/enable").status());
    assertEquals(400, alice.ask("POST", "?lifetime=long").status());

    OwnKeys.Answer enabled = alice.ask("POST", one + "/enable");
    assertTrue(enabled.json().get("enabled").asBoolean(), enabled.text());
    assertEquals(204, plain.ask("DELETE", one).status(), "to remove it takes the subject alone");
  }

  @Test
  void aKeyThatATokenMadeHasItsScopes() throws Exception {
    List<String> each = List.of("storage.read:/testvo", "storage.modify:/testvo/by-key");
    String scopes = String.join(" ", each);
    OwnKeys user = OwnKeys.byToken(site, "alice", scopes);
    OwnKeys.Answer made = user.ask("POST", "?label=job&lifetime=9999999");
    assertEquals(201, made.status(), made.text());
    assertEquals(
        Set.copyOf(each),
        made.json().get("scopes").valueStream().map(JsonNode::asString).collect(toSet()));
    assertEquals(Duration.ofDays(1), life(made), "access-keys.token-lifetime");
    S3Door s3 = user.s3(made.id(), made.secret());
    byte[] bytes = {'t'};
    assertAnswer(200, "", s3.ask("PUT", "/testvo/by-key/f", "", bytes));
    assertAnswer(200, "t", s3.ask("GET", "/testvo/by-key/f", "", new byte[0]));
    assertAnswer(403, "AccessDenied", s3.ask("PUT", "/testvo/elsewhere", "", bytes));

    String one = "/" + made.id();
    OwnKeys reader = OwnKeys.byToken(site, "alice", "storage.read:/testvo");
    assertEquals(403, reader.ask("POST", one + "/rotate").status(), "it lacks a scope");
    OwnKeys other = OwnKeys.byToken(site, "other", scopes);
    assertEquals(404, other.ask("POST", one + "/rotate").status());
    OwnKeys certificate = OwnKeys.byCertificate(site, "alice-voms");
    assertEquals(List.of(), certificate.labelled("job"));
    OwnKeys.Answer rotated = user.ask("POST", one + "/rotate");
    assertNotEquals(made.secret(), rotated.secret());
    assertEquals(204, reader.ask("DELETE", one).status(), "to remove it takes the subject alone");
    assertEquals(List.of(), user.labelled("job"));
  }
}
