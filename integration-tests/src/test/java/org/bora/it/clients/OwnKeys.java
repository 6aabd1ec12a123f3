package org.bora.it.clients;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bora.it.doors.S3Door;
import org.bora.it.site.Site;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A user who manages access keys by curl.
 *
 * @param credential options of curl that show the credential
 */
record OwnKeys(Site site, List<String> credential) {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final JsonMapper JSON = new JsonMapper();

  /** An answer; the body is empty where there is none. */
  record Answer(int status, String head, String text) {
    JsonNode json() {
      return JSON.readTree(text);
    }

    String id() {
      return json().get("accessKeyId").asString();
    }

    String secret() {
      return json().get("secretAccessKey").asString();
    }
  }

  static OwnKeys byCertificate(Site site, String proxy) {
    return new OwnKeys(site, List.of("-E", site.proxy(proxy).toString()));
  }

  /** Shows a token of the try issuer, and nothing else. */
  static OwnKeys byToken(Site site, String subject, String scopes) {
    String home = site.home().toString();
    String token =
        site.bora("token", "--home", home, "--subject", subject, "--scope", scopes)
            .succeeded()
            .output();
    return new OwnKeys(site, List.of("-H", "Authorization: Bearer " + token.strip()));
  }

  /**
   * Sends a request.
   *
   * @param below the address of the keys
   */
  Answer ask(String method, String below, String... headers) throws IOException {
    Path body = site.home().resolve("key-body");
    Path head = site.home().resolve("key-head");
    Files.deleteIfExists(body);
    List<String> words = new ArrayList<>(List.of("curl", "-sS", "-m", "30", "-X", method));
    words.addAll(credential);
    words.addAll(List.of("--capath", site.environment().get("X509_CERT_DIR")));
    words.addAll(List.of("-D", head.toString(), "-o", body.toString(), "-w", "%{http_code}"));
    for (String header : headers) {
      words.addAll(List.of("-H", header));
    }
    words.add(site.environment().get("BORA_HTTP") + "/.well-known/bora/s3-keys" + below);
    String status =
        site.shell().run(PATIENCE, words.toArray(String[]::new)).succeeded().output().strip();
    return new Answer(
        Integer.parseInt(status),
        Files.readString(head),
        Files.exists(body) ? Files.readString(body) : "");
  }

  /** The caller's keys of a label, as they are listed. */
  List<JsonNode> labelled(String label) throws IOException {
    List<JsonNode> found = new ArrayList<>();
    for (JsonNode key : ask("GET", "").json().get("keys")) {
      if (key.get("label").asString().equals(label)) {
        found.add(key);
      }
    }
    return found;
  }

  /** A client of S3 with a key. */
  S3Door s3(String id, String secret) {
    Map<String, String> environment = new HashMap<>(site.environment());
    environment.put("AWS_ACCESS_KEY_ID", id);
    environment.put("AWS_SECRET_ACCESS_KEY", secret);
    return new S3Door(environment);
  }
}
