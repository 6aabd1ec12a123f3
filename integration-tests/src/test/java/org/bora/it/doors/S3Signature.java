package org.bora.it.doors;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signature Version 4 of a client with one access key. */
public final class S3Signature {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

  private final String host;
  private final String region;
  private final String key;
  private final String secret;

  /**
   * @param environment as {@code bora env} tells it
   */
  public S3Signature(Map<String, String> environment) {
    this(environment, URI.create(environment.get("AWS_ENDPOINT_URL")).getAuthority());
  }

  /**
   * Of requests to another name of the endpoint.
   *
   * @param host with the port, as it is sent
   */
  public S3Signature(Map<String, String> environment, String host) {
    this.host = host;
    region = environment.get("AWS_DEFAULT_REGION");
    key = environment.get("AWS_ACCESS_KEY_ID");
    secret = environment.get("AWS_SECRET_ACCESS_KEY");
  }

  /**
   * The headers of a request, but its host.
   *
   * @param query as it is signed: sorted, each parameter with an equals sign
   * @param signed names in lower case and values that are signed besides host and time; the sum of
   *     the body is among them
   */
  public Map<String, String> headers(
      String method, String path, String query, Map<String, String> signed) {
    String time = TIME.format(Instant.now());
    Map<String, String> all = new TreeMap<>(signed);
    all.put("x-amz-date", time);
    Map<String, String> sent = new TreeMap<>(all);
    all.put("host", host);
    String names = String.join(";", all.keySet());
    String made = of(method, path, query, all, signed.get("x-amz-content-sha256"), time);
    sent.put(
        "Authorization",
        "AWS4-HMAC-SHA256 Credential=%s/%s, SignedHeaders=%s, Signature=%s"
            .formatted(key, scope(time), names, made));
    return sent;
  }

  /** The query of a presigned request whose body is not signed. */
  public String presigned(String method, String path) {
    String time = TIME.format(Instant.now());
    String credential = (key + "/" + scope(time)).replace("/", "%2F");
    String query =
        "X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=%s&X-Amz-Date=%s&X-Amz-Expires=60"
                .formatted(credential, time)
            + "&X-Amz-SignedHeaders=host";
    String made = of(method, path, query, Map.of("host", host), "UNSIGNED-PAYLOAD", time);
    return query + "&X-Amz-Signature=" + made;
  }

  private String scope(String time) {
    return time.substring(0, 8) + "/" + region + "/s3/aws4_request";
  }

  private String of(
      String method,
      String path,
      String query,
      Map<String, String> headers,
      String sum,
      String time) {
    StringBuilder request = new StringBuilder(String.join("\n", method, path, query, ""));
    headers.forEach((name, value) -> request.append(name).append(':').append(value).append('\n'));
    request.append('\n').append(String.join(";", headers.keySet())).append('\n').append(sum);
    String asked = sum(request.toString().getBytes(StandardCharsets.UTF_8));
    byte[] signing = ("AWS4" + secret).getBytes(StandardCharsets.UTF_8);
    for (String step : scope(time).split("/", -1)) {
      signing = hmac(signing, step);
    }
    return HexFormat.of()
        .formatHex(hmac(signing, String.join("\n", "AWS4-HMAC-SHA256", time, scope(time), asked)));
  }

  /** SHA-256 in hexadecimal digits. */
  public static String sum(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static byte[] hmac(byte[] key, String text) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
