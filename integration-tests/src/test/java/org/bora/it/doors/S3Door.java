package org.bora.it.doors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bora.it.doors.Door.Outcome;
import org.bora.it.load.HeldConnections;

/**
 * S3, signed by Signature Version 4. Paths are SFNs, whose first name is the bucket. As every SDK
 * does, it repeats what is answered with 503 or not at all, and waits with a body until it is asked
 * for.
 */
public final class S3Door {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int ATTEMPTS = 1000;
  private static final Pattern CODE = Pattern.compile("<Code>([^<]*)</Code>");
  private static final Pattern UPLOAD = Pattern.compile("<UploadId>([^<]*)</UploadId>");

  private final URI endpoint;
  private final S3Signature signature;
  private final HttpClient client =
      HttpClient.newBuilder()
          .sslContext(HeldConnections.tls())
          .version(HttpClient.Version.HTTP_1_1)
          .build();

  /**
   * @param environment as {@code bora env} tells it
   */
  public S3Door(Map<String, String> environment) {
    endpoint = URI.create(environment.get("AWS_ENDPOINT_URL"));
    signature = new S3Signature(environment);
  }

  /** Stores an object whole. */
  Outcome put(String path, byte[] bytes) throws Exception {
    return outcome(ask("PUT", path, "", bytes));
  }

  /** What is told of the quotas that hold in a bucket for the caller, by header. */
  Map<String, Long> quotas(String bucket) throws Exception {
    Map<String, Long> told = new TreeMap<>();
    ask("HEAD", bucket, "", new byte[0])
        .headers()
        .map()
        .forEach(
            (name, values) -> {
              if (name.startsWith("x-bora-quota-")) {
                told.put(name, Long.valueOf(values.getFirst()));
              }
            });
    return told;
  }

  /** Begins an upload of several parts; its identifier. */
  public String create(String path) throws Exception {
    HttpResponse<String> answer = ask("POST", path, "uploads=", new byte[0]);
    Matcher id = UPLOAD.matcher(answer.body());
    if (answer.statusCode() != 200 || !id.find()) {
      throw new AssertionError(answer + " " + answer.body());
    }
    return id.group(1);
  }

  /** The ETag of a part that was taken; empty where there is no space for it. */
  public Optional<String> part(String path, String id, int number, byte[] bytes) throws Exception {
    String query = "partNumber=" + number + "&uploadId=" + id;
    HttpResponse<String> answer = ask("PUT", path, query, bytes);
    return outcome(answer) == Outcome.DONE ? answer.headers().firstValue("ETag") : Optional.empty();
  }

  /**
   * A part that stops halfway.
   *
   * @param halfway is done when the door has asked for the body and half of it has been sent
   */
  HttpResponse<String> part(String path, String id, byte[] bytes, Runnable halfway)
      throws Exception {
    return halfway(path, "partNumber=1&uploadId=" + id, bytes, halfway);
  }

  /** Any body that stops halfway, as {@link #part} does; an object where the query is empty. */
  HttpResponse<String> halfway(String path, String query, byte[] bytes, Runnable halfway)
      throws Exception {
    int half = bytes.length / 2;
    InputStream second =
        new ByteArrayInputStream(bytes, half, bytes.length - half) {
          private boolean begun;

          @Override
          public synchronized int read(byte[] to, int from, int most) {
            if (!begun) {
              begun = true;
              halfway.run();
            }
            return super.read(to, from, most);
          }
        };
    InputStream all = new SequenceInputStream(new ByteArrayInputStream(bytes, 0, half), second);
    BodyPublisher body =
        BodyPublishers.fromPublisher(BodyPublishers.ofInputStream(() -> all), bytes.length);
    return client.send(signed("PUT", path, query, sum(bytes), body), BodyHandlers.ofString());
  }

  Outcome complete(String path, String id, List<String> tags) throws Exception {
    return outcome(ask("POST", path, "uploadId=" + id, listed(tags)));
  }

  /** What a completion sends: all parts from the first one on. */
  public static byte[] listed(List<String> tags) {
    StringBuilder parts = new StringBuilder("<CompleteMultipartUpload>");
    for (int at = 0; at < tags.size(); at++) {
      parts.append("<Part><PartNumber>").append(at + 1).append("</PartNumber><ETag>");
      parts.append(tags.get(at)).append("</ETag></Part>");
    }
    parts.append("</CompleteMultipartUpload>");
    return parts.toString().getBytes(StandardCharsets.UTF_8);
  }

  Outcome abort(String path, String id) throws Exception {
    return outcome(ask("DELETE", path, "uploadId=" + id, new byte[0]));
  }

  private static Outcome outcome(HttpResponse<String> answer) {
    Matcher code = CODE.matcher(answer.body());
    String error = code.find() ? code.group(1) : "";
    if (answer.statusCode() < 300 && error.isEmpty()) {
      return Outcome.DONE;
    }
    if (error.equals("AccountProblem")) {
      return Outcome.NO_SPACE;
    }
    throw new AssertionError(answer + " " + answer.body());
  }

  /** Checks an answer, whose body has the code if there is one. */
  static void assertAnswer(int status, String code, HttpResponse<String> answer) {
    assertEquals(status, answer.statusCode(), answer.body());
    assertTrue(answer.body().contains(code), answer.body());
  }

  /**
   * Any request.
   *
   * @param query as it is signed: sorted, each parameter with an equals sign
   * @param headers names and values that are signed besides
   */
  public HttpResponse<String> ask(
      String method, String path, String query, byte[] body, String... headers) throws Exception {
    for (int attempt = 1; ; attempt++) {
      try {
        HttpResponse<String> answer = askOnce(method, path, query, body, headers);
        if (answer.statusCode() != 503 || attempt == ATTEMPTS) {
          return answer;
        }
      } catch (IOException lost) { // a kept connection that made room for another
        if (attempt == ATTEMPTS) {
          throw lost;
        }
      }
    }
  }

  /** The same, not repeated. */
  HttpResponse<String> askOnce(
      String method, String path, String query, byte[] body, String... headers) throws Exception {
    BodyPublisher publisher = BodyPublishers.ofByteArray(body);
    return client.send(
        signed(method, path, query, sum(body), publisher, headers), BodyHandlers.ofString());
  }

  private HttpRequest signed(
      String method, String path, String query, String sum, BodyPublisher body, String... more) {
    Map<String, String> signed = new TreeMap<>();
    signed.put("x-amz-content-sha256", sum);
    for (int at = 0; at < more.length; at += 2) {
      signed.put(more[at].toLowerCase(Locale.ROOT), more[at + 1]);
    }
    HttpRequest.Builder builder =
        HttpRequest.newBuilder(endpoint.resolve(path + (query.isEmpty() ? "" : "?" + query)))
            .timeout(PATIENCE)
            .expectContinue(body.contentLength() > 0)
            .method(method, body);
    signature.headers(method, path, query, signed).forEach(builder::header);
    return builder.build();
  }

  private static String sum(byte[] bytes) {
    return S3Signature.sum(bytes);
  }
}
