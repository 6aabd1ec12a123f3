package org.bora.it.tape;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bora.it.site.PyPi;
import org.bora.it.site.Shell;
import org.bora.it.site.Site;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Schemathesis plays what the served description of the Tape REST API allows, and what it does not
 * allow, against a running site: each call by itself, and stage requests that are asked for,
 * cancelled, released and deleted, by the links of the description. With a certificate it tries the
 * same in each run. With a token it tries something else each time, and begins with a file that
 * there is: {@code -Dbora.schemathesis.seed=SEED} repeats a run.
 */
class SchemathesisIT {
  private static final String VERSION = "4.32.5";
  private static final Duration PATIENCE = Duration.ofMinutes(4);
  private static final Pattern CALLS = Pattern.compile("(\\d+) generated");
  private static final Pattern REQUEST = Pattern.compile("\"requestId\":\"([0-9a-f-]{36})\"");

  /** On disk and on tape. */
  private static final String FILE = "/testvo-d1t1/staged";

  /** Gives examples to the description before it is played. */
  private static final String EXAMPLES =
      """
      import schemathesis

      @schemathesis.hook
      def before_load_schema(context, raw_schema):
          paths = raw_schema["paths"]
          for path, body in {
              "/stage": {"files": [{"path": "FILE", "diskLifetime": "PT1H"}]},
              "/archiveinfo": {"paths": ["FILE", "/testvo-d1t1", "/testvo-d1t1/missing"]},
          }.items():
              content = paths[path]["post"]["requestBody"]["content"]
              content["application/json"]["example"] = body
          for parameter in paths["/stage/{id}"]["parameters"]:
              parameter["example"] = "ID"
      """;

  /**
   * Where requests exist, the API refuses what the description cannot exclude: a name that another
   * request has, and a path that is not of the request.
   */
  private static final String REFUSALS =
      """
      hooks = "EXAMPLES"

      [[operations]]
      include-operation-id = "stage"

      [operations.checks.positive_data_acceptance]
      expected-statuses = ["2xx", 401, 403, 422, 429, "5xx"]

      [[operations]]
      include-operation-id = ["cancel", "release"]

      [operations.checks.positive_data_acceptance]
      expected-statuses = ["2xx", 400, 401, 403, 404, 429, "5xx"]
      """;

  private static Site site;
  private static Path program;

  @BeforeAll
  static void up() throws IOException {
    program = PyPi.with("schemathesis", VERSION).resolve("schemathesis");
    site = Site.upWithTape("schemathesis");
  }

  @AfterAll
  static void down() throws IOException {
    if (site != null) {
      site.close();
    }
  }

  @Test
  void itFindsNothing() throws IOException {
    String proxy = site.proxy("alice-voms").toString();
    play(List.of(), 1, "--request-cert", proxy, "--generation-deterministic");
  }

  @Test
  void withATokenItFindsNothingEither() throws IOException {
    TapeUser user = TapeUser.of(site);
    user.put(Files.writeString(site.home().resolve("source"), "on disk and on tape"), FILE);
    user.awaitOnTape(FILE);
    String authorization =
        "Authorization: Bearer " + bora("token", "--scope", "storage.stage:/ storage.poll:/");
    String id = stage(authorization);

    Path examples = site.home().resolve("examples.py");
    Files.writeString(examples, EXAMPLES.replace("FILE", FILE).replace("ID", id));
    Path configuration = site.home().resolve("token.toml");
    Files.writeString(configuration, REFUSALS.replace("EXAMPLES", examples.toString()));
    long seed = Long.getLong("bora.schemathesis.seed", System.nanoTime() % 1_000_000);
    System.out.println("SchemathesisIT: -Dbora.schemathesis.seed=" + seed);
    play(
        List.of("--config-file", configuration.toString()),
        seed,
        "--header",
        authorization,
        "--generation-database",
        "none");

    // the examples have been played: the request was deleted, and the file asked for again
    assertTrue(curl(authorization, "/stage/" + id).contains("\"status\":404"));
    String audit = bora("audit", "--surl", "*" + FILE);
    assertTrue(
        audit.lines().anyMatch(line -> line.contains("srmBringOnline") && !line.contains(id)),
        audit);
  }

  private static String bora(String verb, String... options) {
    List<String> words = new ArrayList<>(List.of(verb, "--home", site.home().toString()));
    words.addAll(List.of(options));
    return site.bora(words.toArray(String[]::new)).succeeded().output().strip();
  }

  /** Stages the file; gives the identifier of the request. */
  private static String stage(String authorization) {
    String body = "{\"files\":[{\"path\":\"" + FILE + "\"}]}";
    String said = curl(authorization, "/stage", "-d", body);
    Matcher request = REQUEST.matcher(said);
    assertTrue(request.find(), said);
    return request.group(1);
  }

  /** The body of the answer to a call. */
  private static String curl(String authorization, String path, String... more) {
    String certificates = site.environment().get("X509_CERT_DIR");
    String url = site.environment().get("BORA_TAPE_REST") + path;
    List<String> words =
        new ArrayList<>(List.of("curl", "-sS", "--capath", certificates, "-H", authorization, url));
    words.addAll(List.of(more));
    return site.shell().run(PATIENCE, words.toArray(String[]::new)).succeeded().output();
  }

  /**
   * Plays the description.
   *
   * @param configuration options of the program itself
   * @param options of this run
   */
  private static void play(List<String> configuration, long seed, String... options)
      throws IOException {
    List<String> words = new ArrayList<>(List.of(program.toString()));
    words.addAll(configuration);
    words.addAll(
        List.of(
            "run",
            site.environment().get("BORA_TAPE_REST") + "/openapi.json",
            "--tls-verify",
            authorities().toString(),
            "--max-examples",
            "10",
            "--seed",
            Long.toString(seed),
            "--continue-on-failure",
            "--exclude-checks",
            "ignored_auth",
            "--request-timeout",
            "30"));
    words.addAll(List.of(options));
    Shell.Result played = site.shell().run(PATIENCE, words.toArray(String[]::new));
    assertEquals(0, played.status(), played.output());
    Matcher calls = CALLS.matcher(played.output());
    assertTrue(calls.find() && Integer.parseInt(calls.group(1)) > 100, played.output());
  }

  /** All in one file, as Python's requests wants them. */
  private static Path authorities() throws IOException {
    StringBuilder all = new StringBuilder();
    Path directory = Path.of(site.environment().get("X509_CERT_DIR"));
    try (var files = Files.newDirectoryStream(directory, "*.0")) {
      for (Path file : files) {
        all.append(Files.readString(file));
      }
    }
    return Files.writeString(site.home().resolve("authorities.pem"), all);
  }
}
