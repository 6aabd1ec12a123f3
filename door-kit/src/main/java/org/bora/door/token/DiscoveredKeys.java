package org.bora.door.token;

import com.nimbusds.jose.util.JSONObjectUtils;
import java.io.IOException;
import java.io.InputStream;
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

/**
 * Keys from the file that the settings name, or by the issuer's discovery document (OpenID Connect
 * Discovery 1.0; RFC 8414), over HTTPS.
 */
public final class DiscoveredKeys implements KeySource {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final int LONGEST = 1024 * 1024;
  private static final List<String> DOCUMENTS =
      List.of("/.well-known/openid-configuration", "/.well-known/oauth-authorization-server");

  private final Path certificates;

  /**
   * @param certificates of authorities, besides those that Java knows
   */
  public DiscoveredKeys(Path certificates) {
    this.certificates = certificates;
  }

  @Override
  public String read(TokenIssuer issuer) throws IOException {
    if (issuer.keys().isPresent()) {
      return Files.readString(issuer.keys().get());
    }
    try (HttpClient client =
        HttpClient.newBuilder()
            .sslContext(IssuerTrust.context(certificates))
            .connectTimeout(PATIENCE)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build()) {
      return body(client, keysAt(client, issuer.issuer()));
    }
  }

  private static URI keysAt(HttpClient client, String issuer) throws IOException {
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

  private static String body(HttpClient client, URI uri) throws IOException {
    HttpRequest request =
        HttpRequest.newBuilder(uri).timeout(PATIENCE).header("Accept", "application/json").build();
    try {
      HttpResponse<InputStream> response =
          client.send(request, HttpResponse.BodyHandlers.ofInputStream());
      try (InputStream body = response.body()) {
        if (response.statusCode() != 200) {
          throw new IOException(uri + " answers " + response.statusCode());
        }
        byte[] bytes = body.readNBytes(LONGEST + 1);
        if (bytes.length > LONGEST) {
          throw new IOException(uri + " is longer than " + LONGEST + " bytes");
        }
        return new String(bytes, StandardCharsets.UTF_8);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while " + uri + " was read", e);
    } catch (IOException e) {
      throw new IOException(uri + ": " + e.getMessage(), e);
    }
  }
}
