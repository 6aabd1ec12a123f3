package org.bora.it.doors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import javax.net.ssl.SSLSocket;
import org.bora.it.load.HeldConnections;
import org.bora.it.site.Site;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What an answer says besides its body, and answers that take long. */
class S3AnswersIT {
  private static final byte[] NOTHING = new byte[0];
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final int BODIES = 1 << 20;

  private static Site site;
  private static S3Door s3;

  @BeforeAll
  static void up() throws IOException {
    Path first = Path.of("server/src/main/resources/org/bora/server/home/first-bora.yaml");
    site =
        Site.up(
            "answers",
            Files.readString(Site.CHECKOUT.resolve(first))
                .concat("calls: {largest-body: 1MiB, bodies-together: 1MiB}\n"));
    s3 = new S3Door(site.environment());
  }

  @AfterAll
  static void down() throws IOException {
    site.close();
  }

  private static void assertAnswer(int status, String text, HttpResponse<String> answer) {
    assertEquals(status, answer.statusCode(), answer.body());
    assertTrue(answer.body().contains(text), answer.body());
  }

  /** A client would unpack the error, and a cache keep it as the object. */
  @Test
  void aRefusalSaysNothingOfTheObject() throws Exception {
    String[] headers = {
      "content-encoding", "gzip", "cache-control", "max-age=31536000", "x-amz-meta-name", "value"
    };
    String path = "/testvo/packed";
    assertAnswer(200, "", s3.ask("PUT", path, "", new byte[5], headers));
    for (String[] condition :
        new String[][] {{"range", "bytes=999999999-", "416"}, {"if-match", "\"other\"", "412"}}) {
      HttpResponse<String> answer = s3.ask("GET", path, "", NOTHING, condition[0], condition[1]);
      assertAnswer(Integer.parseInt(condition[2]), "<Error>", answer);
      for (String name : List.of("content-encoding", "cache-control", "x-amz-meta-name", "etag")) {
        assertTrue(answer.headers().firstValue(name).isEmpty(), name + " of " + condition[2]);
      }
      assertTrue(answer.headers().firstValue("x-amz-request-id").isPresent());
      assertEquals(
          condition[2].equals("416") ? "bytes */5" : "",
          answer.headers().firstValue("content-range").orElse(""));
    }
    HttpResponse<String> whole = s3.ask("HEAD", path, "", NOTHING);
    assertEquals("gzip", whole.headers().firstValue("content-encoding").orElse(""));
  }

  /** As clients for Go and C send it. */
  @Test
  void metadataMayBeAnyBytesAndComesBackAsTheyWere() throws Exception {
    String name = "Z\u00fcrich \u96ea";
    String path = "/testvo/named";
    Map<String, String> headers = new TreeMap<>();
    headers.put("x-amz-content-sha256", S3Signature.sum(NOTHING));
    headers.put("x-amz-meta-name", name);
    assertTrue(raw("PUT", path, headers).startsWith("HTTP/1.1 200 "));
    headers.remove("x-amz-meta-name");
    String answer = raw("GET", path, headers);
    assertTrue(answer.startsWith("HTTP/1.1 200 "), answer);
    assertTrue(answer.contains("\r\nx-amz-meta-name: " + name + "\r\n"), answer);
  }

  /** Java's own client sends ASCII alone. */
  private static String raw(String method, String path, Map<String, String> signed)
      throws IOException {
    URI endpoint = URI.create(site.environment().get("AWS_ENDPOINT_URL"));
    StringBuilder head = new StringBuilder(method + " " + path + " HTTP/1.1\r\n");
    head.append("Host: ").append(endpoint.getAuthority());
    head.append("\r\nConnection: close\r\nContent-Length: 0\r\n");
    new S3Signature(site.environment())
        .headers(method, path, "", signed)
        .forEach((name, value) -> head.append(name + ": " + value + "\r\n"));
    try (var socket =
        (SSLSocket)
            HeldConnections.tls()
                .getSocketFactory()
                .createSocket(endpoint.getHost(), endpoint.getPort())) {
      socket.setSoTimeout((int) PATIENCE.toMillis());
      socket.getOutputStream().write((head + "\r\n").getBytes(StandardCharsets.UTF_8));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Its answer, a success, begins before it has copied anything, so that the client waits. */
  @Test
  void aLongCompletionHoldsNoMemoryOfOthersAndIsCountedByItsEnd() throws Exception {
    String source = "/testvo/source";
    assertAnswer(200, "", s3.ask("PUT", source, "", new byte[64 << 20]));
    String path = "/testvo/long";
    String id = s3.create(path);
    StringBuilder parts = new StringBuilder("<CompleteMultipartUpload>");
    for (int number = 1; number <= 5; number++) {
      String query = "partNumber=" + number + "&uploadId=" + id;
      HttpResponse<String> part = s3.ask("PUT", path, query, NOTHING, "x-amz-copy-source", source);
      String tag = part.body().replaceFirst("(?s).*<ETag>", "").replaceFirst("(?s)</ETag>.*", "");
      parts.append("<Part><PartNumber>" + number + "</PartNumber><ETag>" + tag + "</ETag></Part>");
    }
    parts.append("</CompleteMultipartUpload>");
    // all memory that there is for lists
    String padded = parts + " ".repeat(BODIES - parts.length());
    byte[] list = padded.getBytes(StandardCharsets.US_ASCII);
    byte[] keys =
        "<Delete><Object><Key>none</Key></Object></Delete>".getBytes(StandardCharsets.US_ASCII);
    String wrong = "AAAAAAAAAAA=";
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<HttpResponse<String>> failed =
          threads.submit(
              () ->
                  s3.askOnce(
                      "POST", path, "uploadId=" + id, list, "x-amz-checksum-crc64nvme", wrong));
      await(() -> isBeingStored(), "nothing is copied");
      assertAnswer(200, "<Deleted>", s3.askOnce("POST", "/testvo", "delete=", keys));
      assertAnswer(200, "<Code>BadDigest</Code>", failed.get());
    }
    assertEquals(404, s3.ask("HEAD", path, "", NOTHING).statusCode());
    await(() -> counted("BadDigest") == 1, "it is not counted");
    assertEquals(0, counted("OK"));
    assertAnswer(200, "<ETag>", s3.ask("POST", path, "uploadId=" + id, list));
    await(() -> counted("OK") == 1, "it is not counted");
  }

  /** Whether the hidden file of an object is there. */
  private static boolean isBeingStored() throws IOException {
    try (Stream<Path> files = Files.list(site.home().resolve("data/testvo"))) {
      return files.anyMatch(file -> file.getFileName().toString().startsWith(".bora-put-"));
    }
  }

  private static void await(Callable<Boolean> condition, String otherwise) throws Exception {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.call()) {
      assertTrue(System.nanoTime() < end, otherwise);
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
    }
  }

  private static long counted(String code) throws IOException {
    String name =
        "bora_s3_requests_total{code=\"" + code + "\",operation=\"CompleteMultipartUpload\"} ";
    String socket = site.home().resolve("run/control").toString();
    return site.shell()
        .run(PATIENCE, "curl", "-sS", "--unix-socket", socket, "http://localhost/metrics")
        .succeeded()
        .output()
        .lines()
        .filter(line -> line.startsWith(name))
        .mapToLong(line -> (long) Double.parseDouble(line.substring(name.length())))
        .sum();
  }
}
