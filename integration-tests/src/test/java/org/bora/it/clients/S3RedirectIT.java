package org.bora.it.clients;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bora.backend.testing.FreePort;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.Schemas;
import org.bora.it.site.DoorSite;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** A busy S3 door sends clients with presigned URLs on to another one, and no others. */
@ExtendWith(MariaDb.class)
@Timeout(180)
class S3RedirectIT {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final int BUSY = 5;
  private static final String WHERE = "%{http_code} %{num_redirects} %{url_effective}";

  private static DoorSite site;
  private static int[] ports;
  private static byte[] bytes;
  private static Path source;
  private static String[] aws;
  private static final List<Process> TRANSFERS = new ArrayList<>();

  @BeforeAll
  static void upWithABusyDoor(Schemas schemas) throws Exception {
    ports = FreePort.find(2);
    int[] next = {0};
    site =
        DoorSite.up(
            schemas.empty(),
            text ->
                text.replace(
                    "http-port:",
                    "redirect-host: localhost, s3-port: " + ports[next[0]++] + ", http-port:"));
    site.start(DoorSite.OTHER_DOOR);
    bytes = new byte[3 << 20];
    new Random(3).nextBytes(bytes);
    source = Files.write(site.home().resolve("source"), bytes);
    Files.write(site.files().resolve("f"), bytes);
    Files.write(site.files().resolve("large"), new byte[20 << 20]);
    aws = aws();
    for (int i = 0; i < BUSY; i++) {
      String large = site.http(DoorSite.DOOR) + "/testvo/large?bora-sent-on";
      TRANSFERS.add(
          site.shell()
              .start(
                  site.home().resolve("busy" + i).toFile(),
                  withCertificate("--limit-rate", "60k", "-o", "/dev/null", large)));
    }
  }

  @AfterAll
  static void down() {
    TRANSFERS.forEach(Process::destroyForcibly);
    site.close();
  }

  private static String[] aws() throws IOException {
    String keys = site.http(DoorSite.DOOR) + "/.well-known/bora/s3-keys?label=redirects";
    String made = ran(withCertificate("-X", "POST", keys));
    StringBuilder all = new StringBuilder();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(site.authorities(), "*.0")) {
      for (Path file : files) {
        all.append(Files.readString(file)).append('\n');
      }
    }
    return new String[] {
      "env",
      "AWS_ACCESS_KEY_ID=" + value(made, "accessKeyId"),
      "AWS_SECRET_ACCESS_KEY=" + value(made, "secretAccessKey"),
      "AWS_DEFAULT_REGION=us-east-1",
      "AWS_CA_BUNDLE=" + Files.writeString(site.home().resolve("authorities.pem"), all),
    };
  }

  private static String value(String json, String name) {
    Matcher found = Pattern.compile("\"" + name + "\"\\s*:\\s*\"([^\"]+)\"").matcher(json);
    assertTrue(found.find(), json);
    return found.group(1);
  }

  private static String[] with(String[] words, String... more) {
    String[] all = Arrays.copyOf(words, words.length + more.length);
    System.arraycopy(more, 0, all, words.length, more.length);
    return all;
  }

  private static String[] curl(String... options) {
    String[] words = {"curl", "-sS", "-m", "170", "--capath", site.authorities().toString()};
    return with(words, options);
  }

  private static String[] withCertificate(String... options) {
    return with(curl("-E", site.proxy("alice-voms").toString()), options);
  }

  private static String ran(String... command) {
    return site.shell().run(PATIENCE, command).succeeded().output().strip();
  }

  private static String endpoint(int door) {
    return "https://localhost:" + ports[door];
  }

  /** A URL of the busy door. */
  private static String presigned(String what, String key) {
    String program =
        "import boto3, sys; from botocore.client import Config\n"
            + "print(boto3.client('s3', endpoint_url=sys.argv[1],"
            + " config=Config(signature_version='s3v4')).generate_presigned_url("
            + "sys.argv[2], Params={'Bucket': 'testvo', 'Key': sys.argv[3]}))";
    return ran(with(aws, "/usr/bin/python3", "-c", program, endpoint(0), what, key));
  }

  /** Between two lists of doors one client is sent on for each place that is free there. */
  private static String awaitRedirect(String url) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    String said = "";
    while (!said.startsWith("307")) {
      assertTrue(System.nanoTime() < end, "no client is sent on: " + said);
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200));
      said = ran(curl("-o", "/dev/null", "-w", "%{http_code} %{redirect_url}", url));
    }
    return said.substring(4);
  }

  /** Runs curl until it was sent on: between two lists of doors there are two places. */
  private static void sentOn(String... options) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    String said = "";
    while (!said.contains("200 1 " + endpoint(1))) {
      assertTrue(System.nanoTime() < end, "the client is not sent on: " + said);
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200));
      said = ran(curl(options));
    }
  }

  @Test
  void aPresignedUrlReadsAndWritesAtTheOtherDoor() throws IOException {
    Path back = site.home().resolve("back");
    sentOn("-L", "-o", back.toString(), "-w", WHERE, presigned("get_object", "f"));
    assertArrayEquals(bytes, Files.readAllBytes(back));

    String[] waits = {"-L", "-H", "Expect: 100-continue", "-T", source.toString(), "-w", WHERE};
    sentOn(with(waits, presigned("put_object", "new/by-curl")));
    assertArrayEquals(bytes, Files.readAllBytes(site.files().resolve("new/by-curl")));
  }

  @Test
  void aRequestIsSentOnOnceAndItsSignatureCounts() throws IOException {
    String url = presigned("get_object", "f");
    String there = awaitRedirect(url);
    String back = there.replace(endpoint(1), endpoint(0));
    String[] code = {"-o", "/dev/null", "-w", "%{http_code}"};
    for (int i = 0; i < 5; i++) {
      assertEquals("200", ran(with(curl(code), back)), "it is served where it was sent");
    }
    assertEquals("403", ran(with(curl(code), there.replace("/testvo/f?", "/testvo/large?"))));
    String host = "bora-sent-on=localhost%3A" + ports[0];
    assertTrue(there.endsWith(host), there);
    assertEquals("403", ran(with(curl(code), there.replace(host, "bora-sent-on=localhost"))));
    assertEquals("403", ran(with(curl(code), there.replace("&" + host, ""))));
  }

  @Test
  void whatIsSignedInAHeaderIsServedWhereItComes() throws IOException {
    awaitRedirect(presigned("get_object", "f"));
    String[] copy = with(aws, "aws", "--endpoint-url", endpoint(0), "s3", "cp");
    ran(with(copy, source.toString(), "s3://testvo/new/by-aws"));
    assertArrayEquals(bytes, Files.readAllBytes(site.files().resolve("new/by-aws")));
    Path back = site.home().resolve("back-by-aws");
    ran(with(copy, "s3://testvo/f", back.toString()));
    assertArrayEquals(bytes, Files.readAllBytes(back));
  }
}
