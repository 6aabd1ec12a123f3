package org.bora.it.tape;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
import org.bora.it.site.Shell;
import org.bora.it.site.Site;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Calls of the Tape REST API by curl; in bodies apostrophes stand for quotation marks. */
record RestCalls(Site site) {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final JsonMapper JSON = new JsonMapper();

  /** An answer; the body is null where there is none. */
  record Answer(int status, String head, JsonNode body) {}

  String url(String path) {
    return site.environment().get("BORA_TAPE_REST") + path;
  }

  /** A call by Alice, a member of the VO. */
  Answer call(String method, String path, String... body) throws IOException {
    return callAs("alice-voms", method, url(path), "Accept: */*", body);
  }

  /** The same with a header. */
  Answer callWith(String header, String method, String path, String... body) throws IOException {
    return callAs("alice-voms", method, url(path), header, body);
  }

  Answer callAs(String proxy, String method, String url, String header, String... body)
      throws IOException {
    Path out = site.home().resolve("body");
    Path head = site.home().resolve("head");
    Files.deleteIfExists(out);
    List<String> words =
        new ArrayList<>(List.of("curl", "-sS", "-m", "30", "-X", method, "-D", head.toString()));
    words.addAll(List.of("--capath", site.environment().get("X509_CERT_DIR")));
    words.addAll(List.of("-E", site.proxy(proxy).toString(), "-o", out.toString()));
    words.addAll(List.of("-H", header, "-w", "%{http_code}", url));
    for (String json : body) {
      words.addAll(List.of("-H", "Content-Type: application/json", "-d", json.replace('\'', '"')));
    }
    Shell.Result result = site.shell().run(PATIENCE, words.toArray(String[]::new)).succeeded();
    String text = Files.exists(out) ? Files.readString(out) : "";
    return new Answer(
        Integer.parseInt(result.output().strip()),
        Files.readString(head),
        text.isEmpty() ? null : JSON.readTree(text));
  }

  /** What Alice is told by a HEAD: the line with the status, and the headers. */
  String head(String url) {
    String certificates = site.environment().get("X509_CERT_DIR");
    String proxy = site.proxy("alice-voms").toString();
    return site.shell()
        .run(PATIENCE, "curl", "-sS", "-m", "30", "-I", "--capath", certificates, "-E", proxy, url)
        .succeeded()
        .output();
  }

  /** POST stage of these paths. */
  String stage(String... paths) throws IOException {
    String files =
        String.join(",", List.of(paths).stream().map(p -> "{'path':'" + p + "'}").toList());
    Answer answer = call("POST", "/stage", "{'files':[" + files + "]}");
    assertEquals(201, answer.status(), answer.head());
    String id = answer.body().get("requestId").asString();
    assertTrue(answer.head().contains("/api/v1/stage/" + id), answer.head());
    return id;
  }

  List<String> states(String id) throws IOException {
    Answer answer = call("GET", "/stage/" + id);
    assertEquals(200, answer.status());
    return StreamSupport.stream(answer.body().get("files").spliterator(), false)
        .map(file -> file.get("state").asString())
        .toList();
  }

  /** Where files are, in the words of the API. */
  List<String> localities(String... paths) throws IOException {
    String all = String.join(",", List.of(paths).stream().map(p -> "'" + p + "'").toList());
    Answer answer = call("POST", "/archiveinfo", "{'paths':[" + all + "]}");
    assertEquals(200, answer.status());
    return StreamSupport.stream(answer.body().spliterator(), false)
        .map(file -> file.path("locality").asString(""))
        .toList();
  }

  void awaitState(String id, String state) {
    TapeUser.await(
        id + " is " + state,
        () -> {
          try {
            return states(id).equals(List.of(state));
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }
}
