package org.bora.door.token;

import com.nimbusds.jose.util.JSONObjectUtils;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.ParseException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Keys from the file that the settings name, or by the issuer's discovery document (OpenID Connect
 * Discovery 1.0; RFC 8414), over HTTPS. Each document must arrive within a bounded time, up to its
 * last byte.
 */
public final class DiscoveredKeys implements KeySource {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final int LONGEST = 1024 * 1024;
  private static final List<String> DOCUMENTS =
      List.of("/.well-known/openid-configuration", "/.well-known/oauth-authorization-server");

  private final Path certificates;
  private final Duration patience;

  /**
   * @param certificates of authorities, in addition to Java's own
   */
  public DiscoveredKeys(Path certificates) {
    this(certificates, PATIENCE);
  }

  /**
   * @param patience for one document
   */
  DiscoveredKeys(Path certificates, Duration patience) {
    this.certificates = certificates;
    this.patience = patience;
  }

  @Override
  public String read(TokenIssuer issuer) throws IOException {
    if (issuer.keys().isPresent()) {
      return Files.readString(issuer.keys().get());
    }
    try (HttpClient client =
        HttpClient.newBuilder()
            .sslContext(IssuerTrust.context(certificates))
            .connectTimeout(patience)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build()) {
      try {
        return body(client, keysAt(client, issuer.issuer()));
      } finally {
        // close() alone waits for exchanges that still run
        client.shutdownNow();
      }
    }
  }

  private URI keysAt(HttpClient client, String issuer) throws IOException {
    String base = issuer.endsWith("/") ? issuer.substring(0, issuer.length() - 1) : issuer;
    IOException first = null;
    for (String document : DOCUMENTS) {
      try {
        Map<String, Object> said =
            JSONObjectUtils.parse(body(client, URI.create(base + document)), LONGEST);
        if (!issuer.equals(said.get("issuer"))) {
          throw new IOException(base + document + " is of issuer " + said.get("issuer"));
        }
        URI keys = URI.create(String.valueOf(said.get("jwks_uri")));
        if (!"https".equals(keys.getScheme())) {
          throw new IOException("jwks_uri in " + base + document + " is not https: " + keys);
        }
        return keys;
      } catch (IOException | ParseException | IllegalArgumentException e) {
        IOException failure =
            e instanceof IOException io
                ? io
                : new IOException(base + document + ": " + e.getMessage(), e);
        first = first == null ? failure : first;
      }
    }
    throw first;
  }

  private String body(HttpClient client, URI uri) throws IOException {
    HttpRequest request = HttpRequest.newBuilder(uri).header("Accept", "application/json").build();
    CompletableFuture<HttpResponse<byte[]>> exchange =
        client.sendAsync(request, DiscoveredKeys::bounded);
    try {
      // a timeout of the request itself would end with the head of the answer
      HttpResponse<byte[]> response = exchange.get(patience.toMillis(), TimeUnit.MILLISECONDS);
      if (response.statusCode() != 200) {
        throw new IOException(uri + " answers " + response.statusCode());
      }
      return new String(response.body(), StandardCharsets.UTF_8);
    } catch (InterruptedException e) {
      exchange.cancel(true);
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while " + uri + " was read", e);
    } catch (TimeoutException e) {
      exchange.cancel(true);
      throw new IOException(uri + " did not arrive within " + patience.toMillis() + " ms", e);
    } catch (ExecutionException e) {
      throw new IOException(uri + ": " + e.getCause().getMessage(), e.getCause());
    }
  }

  private static HttpResponse.BodySubscriber<byte[]> bounded(HttpResponse.ResponseInfo head) {
    return head.statusCode() == 200
        ? HttpResponse.BodySubscribers.limiting(HttpResponse.BodySubscribers.ofByteArray(), LONGEST)
        : HttpResponse.BodySubscribers.replacing(new byte[0]);
  }
}
