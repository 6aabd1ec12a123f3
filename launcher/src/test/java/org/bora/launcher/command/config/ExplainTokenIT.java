package org.bora.launcher.command.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bora.launcher.command.Machine;
import org.bora.launcher.grid.TryIssuer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** {@code bora policy explain --token}: what becomes of a token, by the configuration file. */
class ExplainTokenIT {
  private static final String HOST = "https://se.example.org";

  @TempDir private static Path issuers;
  private static TryIssuer issuer;

  @TempDir private Path directory;
  private Path file;

  /** What the command printed on its two outputs. */
  private record Said(int code, String out, String err) {}

  @BeforeAll
  static void makesAnIssuer() throws IOException {
    issuer = new TryIssuer(issuers);
    issuer.provide();
  }

  @BeforeEach
  void writesAConfiguration() throws IOException {
    file = directory.resolve("bora.yaml");
    write("auto", TryIssuer.ISSUER, issuers.resolve("keys.json"));
  }

  private void write(String port, String trusted, Path keys) throws IOException {
    Files.writeString(
        file,
        """
        endpoint: {host: se.example.org, aliases: [alias.example.org], http-port: %s}
        areas:
          - name: atlas
            sfn: /atlas
            root: /not/there
            rules:
              - deny write, delete to vo atlas on /atlas/kept/**
              - allow read to fqan /atlas/prod
        tokens:
          issuers: [{issuer: "%s", vo: atlas, base: [/atlas], keys: %s}]
        bans:
          dns: ["/ISSUER=*/SUB=mallory"]
        """
            .formatted(port, trusted, keys));
  }

  private static TryIssuer.Wish wish(String scope) {
    return wish("alice", scope, HOST);
  }

  private static TryIssuer.Wish wish(String subject, String scope, String audience) {
    Instant now = Instant.now();
    return new TryIssuer.Wish(subject, scope, List.of(), audience, now, now.plusSeconds(600));
  }

  private static String token(String scope) throws IOException {
    return issuer.token(wish(scope));
  }

  private Said explain(String token, String operation, String path, String... more) {
    List<String> words = new ArrayList<>(List.of("--config", file.toString(), "--token", token));
    words.addAll(List.of("--op", operation, "--surl", "srm://se.example.org" + path));
    words.addAll(List.of(more));
    return run(words);
  }

  private Said run(List<String> words) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine line = new CommandLine(new ExplainCommand(new Machine(directory, false, Map.of())));
    line.setOut(new PrintWriter(out, true));
    line.setErr(new PrintWriter(err, true));
    return new Said(line.execute(words.toArray(String[]::new)), out.toString(), err.toString());
  }

  private static void assertSays(Said said, int code, String part) {
    assertEquals(code, said.code(), said.toString());
    assertTrue(said.out().contains(part), said.toString());
    assertEquals("", said.err());
  }

  @Test
  void anAllowanceNamesItsScope() throws IOException {
    Said said = explain(token("storage.read:/raw"), "read", "/atlas/raw/f");
    assertSays(said, 0, "caller   /ISSUER=localhost%2Ftry-issuer/SUB=alice [/atlas]");
    assertSays(said, 0, "token    storage.read:/atlas/raw\n");
    assertSays(said, 0, "ALLOWED  read is allowed by scope storage.read:/atlas/raw\n");
  }

  @Test
  void aDenialShowsTheScopesOfTheToken() throws IOException {
    String scopes = "it has storage.read:/atlas/raw storage.create:/atlas/out\n";
    String token = token("storage.read:/raw storage.create:/out");
    assertSays(
        explain(token, "read", "/atlas/rawer/f"),
        1,
        "REFUSED  the token does not allow read here: " + scopes);
    assertSays(
        explain(token, "write", "/atlas/out/f"),
        1,
        "REFUSED  the token does not allow write here: " + scopes);
    assertSays(explain(token, "create", "/atlas/out/f"), 0, "ALLOWED  create");
  }

  @Test
  void aRuleThatDeniesIsNamedWithFileAndLine() throws IOException {
    String token = token("storage.modify:/");
    Said said = explain(token, "delete", "/atlas/kept/f");
    assertSays(
        said, 1, "decides  " + file + ":7  deny write, delete to vo atlas on /atlas/kept/**");
    assertSays(said, 1, "REFUSED  delete is denied by rule 1 of area atlas");
    assertSays(explain(token, "delete", "/atlas/f"), 0, "ALLOWED  delete");
  }

  @Test
  void groupsAreJudgedByTheRules() throws IOException {
    Instant now = Instant.now();
    String token =
        issuer.token(
            new TryIssuer.Wish(
                "alice", "", List.of("/atlas/prod"), HOST, now, now.plusSeconds(600)));
    assertSays(explain(token, "read", "/atlas/f"), 0, "8  allow read to fqan /atlas/prod");
    assertSays(explain(token, "write", "/atlas/f"), 1, "REFUSED  no rule of area atlas");
  }

  @Test
  void aBannedSubjectIsRefused() throws IOException {
    String token = issuer.token(wish("mallory", "storage.read:/", HOST));
    assertSays(explain(token, "read", "/atlas/f"), 1, "REFUSED  the caller is banned");
  }

  @Test
  void anotherAudienceIsRefused() throws IOException {
    String token = issuer.token(wish("alice", "storage.read:/", "https://other.example.org"));
    assertSays(
        explain(token, "read", "/atlas/f"),
        1,
        "REFUSED  the token is refused: claim aud: the token is for https://other.example.org, not"
            + " for this service\n");
  }

  /** With a port of its own, with auto before the first start, and with auto after it. */
  @ParameterizedTest
  @CsvSource({
    "9443, '',   :9443, 0",
    "9443, '',   :8443, 1",
    "9443, '',   '',    0",
    "auto, '',   :8443, 0",
    "auto, '',   :443,  1",
    "auto, '',   '',    0",
    "auto, 8555, :8555, 0",
    "auto, 8555, :8443, 1",
    "auto, 8555, '',    0",
    "9443, 8555, :8555, 1",
  })
  void theAudienceMayNameThePortOfTheService(String written, String chosen, String named, int code)
      throws IOException {
    write(written, TryIssuer.ISSUER, issuers.resolve("keys.json"));
    if (!chosen.isEmpty()) {
      Files.writeString(directory.resolve("ports"), "srm 8444\nhttp " + chosen + "\n");
    }
    for (String host : List.of(HOST, "https://alias.example.org")) {
      String token = issuer.token(wish("alice", "storage.read:/", host + named));
      Said said = explain(token, "read", "/atlas/f");
      assertEquals(code, said.code(), said.toString());
      assertEquals(code == 1, said.out().contains("claim aud"), said.toString());
    }
  }

  @Test
  void theHomeNamesThePortWhereNoFileIsGiven() throws IOException {
    Files.writeString(directory.resolve("ports"), "http 8555\n");
    String token = issuer.token(wish("alice", "storage.read:/", HOST + ":8555"));
    List<String> words = new ArrayList<>(List.of("--home", directory.toString()));
    words.addAll(List.of("--token", token, "--op", "read"));
    words.addAll(List.of("--surl", "srm://se.example.org/atlas/f"));
    assertSays(run(words), 0, "ALLOWED  read");
  }

  @Test
  void anExpiredTokenIsRefused() throws IOException {
    Instant end = Instant.parse("2026-01-01T10:00:00Z");
    String token =
        issuer.token(
            new TryIssuer.Wish("a", "storage.read:/", List.of(), HOST, end.minusSeconds(9), end));
    assertSays(
        explain(token, "read", "/atlas/f"),
        1,
        "REFUSED  the token is refused: claim exp: the token ended at 2026-01-01T10:00:00Z\n");
  }

  @Test
  void anUnknownIssuerIsRefused() throws IOException {
    write("auto", "https://iam.example.org/", issuers.resolve("keys.json"));
    assertSays(
        explain(token("storage.read:/"), "read", "/atlas/f"),
        1,
        "REFUSED  the token is refused: claim iss: this service does not know issuer "
            + TryIssuer.ISSUER);
  }

  @Test
  void aTokenWithoutAGoodSignatureIsRefused() throws Exception {
    SignedJWT signed = SignedJWT.parse(token("storage.read:/raw"));
    JWTClaimsSet claims = signed.getJWTClaimsSet();
    String[] parts = signed.serialize().split("\\.", -1);
    JWTClaimsSet more = new JWTClaimsSet.Builder(claims).claim("scope", "storage.modify:/").build();
    String altered = parts[0] + "." + more.toPayload().toBase64URL() + "." + parts[2];
    assertSays(
        explain(new PlainJWT(claims).serialize(), "read", "/atlas/raw/f"),
        1,
        "REFUSED  the token is refused: the token is not a signed JWT\n");
    assertSays(
        explain(altered, "write", "/atlas/f"),
        1,
        "REFUSED  the token is refused: the signature does not hold\n");
  }

  @Test
  void aTokenThatNamesNoPlaceIsRefused() throws IOException {
    assertSays(
        explain(token("storage.read"), "read", "/atlas/f"),
        1,
        "REFUSED  the token is refused: claim scope: 'storage.read' has no absolute path");
  }

  /** What is not known is neither yes nor no. */
  @Test
  void withoutItsKeyATokenCannotBeChecked(@TempDir Path other) throws IOException {
    TryIssuer stranger = new TryIssuer(other);
    stranger.provide();
    String forged = stranger.token(wish("storage.read:/"));
    Said said = explain(forged, "read", "/atlas/f");
    assertEquals(2, said.code(), said.toString());
    assertTrue(
        said.err().contains("the token cannot be checked: the issuer has no key"), said.err());

    write("auto", TryIssuer.ISSUER, directory.resolve("none.json"));
    Said unread = explain(token("storage.read:/"), "read", "/atlas/f");
    assertEquals(2, unread.code(), unread.toString());
    assertTrue(unread.err().contains("could not be read yet"), unread.err());
    assertTrue(
        unread.err().contains("bora: " + TryIssuer.ISSUER + ": " + directory.resolve("none.json")),
        unread.err());
    assertEquals("", unread.out());
  }

  @Test
  void aDashReadsTheTokenFromTheStandardInput() throws IOException {
    Path saved = Files.writeString(directory.resolve("token"), token("storage.read:/") + "\n");
    InputStream before = System.in;
    try (InputStream input = Files.newInputStream(saved)) {
      System.setIn(input);
      assertSays(explain("-", "read", "/atlas/f"), 0, "ALLOWED  read");
      System.setIn(new ByteArrayInputStream("no token".getBytes(StandardCharsets.UTF_8)));
      assertSays(explain("-", "read", "/atlas/f"), 1, "the token is not a signed JWT\n");
    } finally {
      System.setIn(before);
    }
  }

  @Test
  void programsGetOneObject() throws IOException {
    Said allowed = explain(token("storage.read:/"), "read", "/atlas/f", "--json");
    assertEquals(0, allowed.code());
    assertTrue(allowed.out().startsWith("{\"allowed\":true,\"lines\":[\"caller"), allowed.out());
    Said refused = explain("no token", "read", "/atlas/f", "--json");
    assertEquals(1, refused.code());
    assertEquals(
        "{\"allowed\":false,\"lines\":[\"REFUSED  the token is refused: the token is not a signed"
            + " JWT\"]}\n",
        refused.out());
  }

  @Test
  void wrongUseIsSaid() throws IOException {
    String token = token("storage.read:/");
    for (List<String> more :
        List.of(
            List.of("--token", token, "--dn", "/CN=A"),
            List.of("--dn", ""),
            List.of("--token", token, "--running"))) {
      List<String> words = new ArrayList<>(more);
      words.addAll(List.of("--op", "read", "--surl", "srm://se.example.org/atlas/f"));
      Said said = run(words);
      assertEquals(2, said.code(), said.toString());
      assertTrue(said.err().contains("--token"), said.err());
      assertFalse(said.err().contains(token), "a token is a secret");
    }
  }
}
