package org.bora.launcher.command;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.bora.api.peer.PeerFiles;
import org.bora.api.wire.PeerCredentials;
import org.bora.launcher.admin.ApiVerb;
import org.bora.launcher.control.Answer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Which running Bora an administrator's verb asks, and how its answer is shown: by the socket of
 * this machine, or elsewhere by HTTPS with a certificate.
 */
final class AdminOption {
  static final int NOT_RUNNING = 3;

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @Mixin private BackendOption backend;

  @Option(names = "--json", description = "For programs: one JSON object.")
  private boolean json;

  @Option(
      names = "--url",
      paramLabel = "URL",
      description = "Asks there instead: https://HOST:PORT, the port of admin.port.")
  private URI url;

  @Option(
      names = "--cert",
      paramLabel = "FILE",
      defaultValue = "/etc/bora/admin-client-cert.pem",
      description = "With --url: your certificate, PEM (default: ${DEFAULT-VALUE}).")
  private Path certificate;

  @Option(
      names = "--key",
      paramLabel = "FILE",
      defaultValue = "/etc/bora/admin-client-key.pem",
      description = "With --url: its key, PEM (default: ${DEFAULT-VALUE}).")
  private Path key;

  @Option(
      names = "--ca",
      paramLabel = "FILE",
      defaultValue = "/etc/bora/admin-ca.pem",
      description =
          "With --url: the authority of the port's certificate (default: ${DEFAULT-VALUE}).")
  private Path authorities;

  private record Reply(int status, String body) {}

  /** A parameter of a path, encoded. */
  static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  /** A body, {@code {"name": "value"}}, of names and values in turn. */
  static String object(String... pairs) {
    var object = JSON.createObjectNode();
    for (int i = 0; i < pairs.length; i += 2) {
      if (!pairs[i + 1].isEmpty()) {
        object.put(pairs[i], pairs[i + 1]);
      }
    }
    return object.toString();
  }

  /** Looks, and prints lines of the answer. */
  int show(Machine machine, String path, Function<JsonNode, List<String>> lines)
      throws IOException, InterruptedException {
    return ask(machine, "GET", path, "", lines);
  }

  /**
   * Asks, and prints lines of the answer, or all of it where JSON is wanted.
   *
   * @return an exit code: 0 done, 1 refused, 3 not running
   */
  int ask(
      Machine machine,
      String method,
      String path,
      String body,
      Function<JsonNode, List<String>> lines)
      throws IOException, InterruptedException {
    Optional<Reply> reply =
        url == null ? overSocket(machine, method, path, body) : overHttps(method, path, body);
    if (reply.isEmpty()) {
      System.err.println(
          "bora: nothing runs that would answer at "
              + (url == null ? backend.sockets(machine) : url));
      return NOT_RUNNING;
    }
    JsonNode answer = read(reply.get());
    if (reply.get().status() >= 400) {
      System.err.println(json ? reply.get().body() : "bora: " + problem(answer));
      return 1;
    }
    if (json) {
      System.out.println(reply.get().body());
    } else {
      lines.apply(answer).forEach(System.out::println);
    }
    return 0;
  }

  private static JsonNode read(Reply reply) throws IOException {
    try {
      return JSON.readTree(reply.body());
    } catch (JacksonException other) {
      throw new IOException("this is no Bora: status " + reply.status(), other);
    }
  }

  private static String problem(JsonNode answer) {
    JsonNode error = answer.path("error");
    return error.path("what").asString("it was refused")
        + ": "
        + error.path("why").asString("")
        + "; "
        + error.path("wayOut").asString("");
  }

  private Optional<Reply> overSocket(Machine machine, String method, String path, String body)
      throws IOException {
    String encoded =
        body.isEmpty()
            ? ""
            : " " + Base64.getUrlEncoder().encodeToString(body.getBytes(StandardCharsets.UTF_8));
    Optional<Answer> answer =
        backend.find(machine, ApiVerb.NAME + " " + method + " " + path + encoded);
    return answer.map(
        told -> {
          List<String> lines = told.lines();
          String first = lines.isEmpty() ? "500" : lines.getFirst();
          return new Reply(
              Integer.parseInt(first.substring(0, 3)),
              String.join("\n", lines.subList(Math.min(1, lines.size()), lines.size())));
        });
  }

  private Optional<Reply> overHttps(String method, String path, String body)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(url.resolve(path))
            .timeout(PATIENCE)
            .header("X-Bora", "1")
            .method(method, HttpRequest.BodyPublishers.ofString(body))
            .build();
    try (HttpClient client =
        HttpClient.newBuilder()
            .sslContext(
                PeerCredentials.ofFrontend(new PeerFiles(authorities, certificate, key)).context())
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(PATIENCE)
            .build()) {
      HttpResponse<String> answer =
          client.send(request, HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
      return Optional.of(new Reply(answer.statusCode(), answer.body()));
    } catch (ConnectException nobody) {
      return Optional.empty();
    } catch (GeneralSecurityException unusable) {
      throw new IOException("your certificate cannot be used: " + unusable.getMessage(), unusable);
    }
  }
}
