package org.bora.launcher.command.option;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.bora.api.peer.PeerFiles;
import org.bora.api.wire.PeerCredentials;
import org.bora.api.word.LogText;
import picocli.CommandLine.Option;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Selects a remote Bora that an administrator's verb asks, by HTTPS with a certificate. */
public final class RemoteOption {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** One that reads a large file takes its time, and to give up would leave its outcome untold. */
  private static final Duration PATIENCE_WITH_ORDERS = Duration.ofHours(1);

  @Option(
      names = "--url",
      paramLabel = "URL",
      description =
          "Ask the process at this URL instead: https://HOST:PORT with the port of admin.port.")
  private URI url;

  @Option(
      names = "--cert",
      paramLabel = "FILE",
      defaultValue = "/etc/bora/admin-client-cert.pem",
      description = "With --url: your certificate in PEM format (default: ${DEFAULT-VALUE}).")
  private Path certificate;

  @Option(
      names = "--key",
      paramLabel = "FILE",
      defaultValue = "/etc/bora/admin-client-key.pem",
      description = "With --url: your private key in PEM format (default: ${DEFAULT-VALUE}).")
  private Path key;

  @Option(
      names = "--ca",
      paramLabel = "FILE",
      defaultValue = "/etc/bora/admin-ca.pem",
      description =
          "With --url: the CA certificate of the remote port (default: ${DEFAULT-VALUE}).")
  private Path authorities;

  /**
   * The reply.
   *
   * @param status of HTTP
   */
  public record Reply(int status, String body) {
    public Reply {
      Objects.requireNonNull(body, "body");
    }

    public boolean isDone() {
      return status < 400;
    }

    public JsonNode json() throws IOException {
      try {
        return JSON.readTree(body);
      } catch (JacksonException other) {
        throw new IOException("this is no Bora: status " + status, other);
      }
    }

    /** The same, as an object of a class. */
    public <T> T as(Class<T> type) throws IOException {
      try {
        return JSON.readValue(body, type);
      } catch (JacksonException other) {
        throw new IOException("what runs is of another version: " + other.getMessage(), other);
      }
    }

    /** What came of an order, in lines for people. */
    public List<String> lines() throws IOException {
      List<String> lines = new ArrayList<>();
      json().path("lines").forEach(line -> lines.add(LogText.of(line.asString())));
      return isDone() || !lines.isEmpty() ? lines : List.of(problem());
    }

    /** Why it refused, for people. */
    public String problem() throws IOException {
      JsonNode error = json().path("error");
      return error.path("what").asString("it was refused")
          + ": "
          + error.path("why").asString("")
          + "; "
          + error.path("wayOut").asString("");
    }
  }

  /** Whether one elsewhere is to be asked. */
  public boolean isGiven() {
    return url != null;
  }

  /** Asks it; empty where no process listens. */
  public Optional<Reply> call(String method, String path, String body)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(url.resolve(path))
            .timeout(method.equals("GET") ? PATIENCE : PATIENCE_WITH_ORDERS)
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
    } catch (ConnectException | HttpConnectTimeoutException silent) {
      return Optional.empty();
    } catch (GeneralSecurityException unusable) {
      throw new IOException("your certificate cannot be used: " + unusable.getMessage(), unusable);
    }
  }

  /** Where that is. */
  @Override
  public String toString() {
    return String.valueOf(url);
  }
}
