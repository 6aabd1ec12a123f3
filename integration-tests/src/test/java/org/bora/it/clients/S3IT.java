package org.bora.it.clients;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.bora.it.doors.S3Signature;
import org.bora.it.site.Shell;
import org.bora.it.site.Site;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** S3 clients at the S3 door, with an access key of the try user. */
class S3IT {
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private static Site site;
  private static final Map<String, String> KEY = new HashMap<>();

  @TempDir private Path local;

  @BeforeAll
  static void up() throws IOException {
    site = Site.up("s3");
    for (String name : List.of("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY")) {
      KEY.put(name, site.environment().get(name));
    }
  }

  @AfterAll
  static void down() throws IOException {
    site.close();
  }

  private static Shell.Result run(String... command) {
    Map<String, String> environment = new HashMap<>(site.environment());
    environment.putAll(KEY);
    return new Shell(site.home(), environment).run(PATIENCE, command);
  }

  /** Debian's awscli does not know AWS_ENDPOINT_URL. */
  private static Shell.Result aws(String... words) {
    String[] common = {"aws", "--endpoint-url", site.environment().get("AWS_ENDPOINT_URL")};
    return run(with(common, words));
  }

  private static Path client(String name) {
    return Site.CHECKOUT.resolve("integration-tests/clients").resolve(name);
  }

  @Test
  void boto3DoesAllThatIsServed() {
    String output =
        run("/usr/bin/python3", client("s3-boto3.py").toString(), "boto3").succeeded().output();
    assertTrue(output.endsWith("done\n"), output);
  }

  @Test
  void bytesThatTheDiskHasDamagedAreNotCopied() throws IOException {
    Path source = Files.write(local.resolve("source"), new byte[100_000]);
    aws("s3", "cp", source.toString(), "s3://testvo/s3/damaged").succeeded();
    Damage.flipOneBit(site.home().resolve("data/testvo/s3/damaged"));
    Shell.Result copy = aws("s3", "cp", "s3://testvo/s3/damaged", "s3://testvo/s3/copy");
    assertTrue(copy.output().contains("not those that were stored"), copy::toString);
    assertTrue(Files.notExists(site.home().resolve("data/testvo/s3/copy")));
    assertEquals(List.of("/testvo/s3/damaged"), Damage.alarms(site));
  }

  @Test
  void anObjectIsAFileAndAFileIsAnObject() throws IOException {
    byte[] bytes = new byte[20_000_000];
    new Random(5).nextBytes(bytes);
    Path source = Files.write(local.resolve("source"), bytes);
    aws("s3", "cp", source.toString(), "s3://testvo/s3/run 1/f").succeeded();
    assertArrayEquals(bytes, Files.readAllBytes(site.home().resolve("data/testvo/s3/run 1/f")));
    Path copy = local.resolve("copy");
    aws("s3", "cp", "s3://testvo/s3/run 1/f", copy.toString()).succeeded();
    assertArrayEquals(bytes, Files.readAllBytes(copy));
    String[] some = {"--bucket", "testvo", "--key", "s3/run 1/f", "--range", "bytes=9-1008"};
    aws(with(with(new String[] {"s3api", "get-object"}, some), copy.toString())).succeeded();
    assertArrayEquals(Arrays.copyOfRange(bytes, 9, 1009), Files.readAllBytes(copy));
    Files.writeString(site.home().resolve("data/testvo/s3/run 1/g"), "of another door");
    String listed = aws("s3", "ls", "--recursive", "s3://testvo/s3/").succeeded().output();
    assertTrue(listed.contains("s3/run 1/f") && listed.contains("s3/run 1/g"), listed);
    assertEquals("of another door", aws("s3", "cp", "s3://testvo/s3/run 1/g", "-").output());
    aws("s3", "rm", "--recursive", "s3://testvo/s3/").succeeded();
    assertTrue(Files.notExists(site.home().resolve("data/testvo/s3")));
  }

  @Test
  void rcloneSynchronisesATree() throws IOException {
    tree();
    String remote =
        ":s3,provider=Other,env_auth=true,force_path_style=true,endpoint='"
            + site.environment().get("AWS_ENDPOINT_URL")
            + "':testvo/rclone";
    String authority = site.environment().get("AWS_CA_BUNDLE");
    // with AWS_CA_BUNDLE rclone's own transport and the SDK's do not fit together
    rclone("--ca-cert", authority, "sync", local.toString(), remote).succeeded();
    rclone("--ca-cert", authority, "check", local.toString(), remote).succeeded();
    rclone("--ca-cert", authority, "purge", remote).succeeded();
    assertTrue(Files.notExists(site.home().resolve("data/testvo/rclone")));
  }

  private static Shell.Result rclone(String... words) {
    return run(with(new String[] {"env", "-u", "AWS_CA_BUNDLE", "rclone"}, words));
  }

  private void tree() throws IOException {
    for (int n = 0; n < 30; n++) {
      Path file = local.resolve("d" + n % 3 + "/e/f " + n);
      Files.createDirectories(file.getParent());
      Files.writeString(file, "content " + n);
    }
  }

  @Test
  void s3cmdPutsListsAndRemoves() throws IOException {
    Path source = Files.writeString(local.resolve("source"), "by s3cmd");
    String host = site.environment().get("AWS_ENDPOINT_URL").replace("https://", "");
    String[] common = {
      "s3cmd",
      "--host=" + host,
      "--host-bucket=" + host,
      "--ca-certs=" + site.environment().get("AWS_CA_BUNDLE"),
      "--access_key=" + KEY.get("AWS_ACCESS_KEY_ID"),
      "--secret_key=" + KEY.get("AWS_SECRET_ACCESS_KEY")
    };
    run(with(common, "put", source.toString(), "s3://testvo/s3cmd/f")).succeeded();
    assertTrue(run(with(common, "ls", "s3://testvo/s3cmd/")).succeeded().output().contains("/f"));
    assertEquals(
        "by s3cmd", run(with(common, "get", "--quiet", "s3://testvo/s3cmd/f", "-")).output());
    run(with(common, "del", "s3://testvo/s3cmd/f")).succeeded();
  }

  private static String[] with(String[] common, String... more) {
    String[] all = Arrays.copyOf(common, common.length + more.length);
    System.arraycopy(more, 0, all, common.length, more.length);
    return all;
  }

  @Test
  void resticKeepsABackup() throws IOException {
    tree();
    String[] common = {
      "env",
      "RESTIC_PASSWORD=of a test",
      "restic",
      "--no-cache",
      "--cacert",
      site.environment().get("AWS_CA_BUNDLE"),
      "-r",
      "s3:" + site.environment().get("AWS_ENDPOINT_URL") + "/testvo/restic"
    };
    run(with(common, "init")).succeeded();
    run(with(common, "backup", local.toString())).succeeded();
    run(with(common, "check", "--read-data")).succeeded();
  }

  /** The key is made once, and again where the one in the file is not known any more. */
  @Test
  void theKeyOfTheTryGridStaysUntilItIsRemoved() {
    String home = site.home().toString();
    String first = site.bora("env", "--home", home).succeeded().output();
    assertTrue(first.contains(KEY.get("AWS_ACCESS_KEY_ID")), first);
    String other =
        site.bora(
                "s3",
                "keys",
                "add",
                "--home",
                home,
                "--owner",
                "/DC=test/DC=grid/OU=people/CN=Alice Test",
                "--label",
                "another")
            .succeeded()
            .output();
    assertTrue(other.contains("AWS_SECRET_ACCESS_KEY="), other);
    assertEquals(first, site.bora("env", "--home", home).succeeded().output());
  }

  @Test
  void aWrongSecretAndNoSignatureAreRefused() throws IOException {
    Map<String, String> environment = new HashMap<>(site.environment());
    environment.putAll(KEY);
    environment.put("AWS_SECRET_ACCESS_KEY", "not the secret");
    Shell.Result wrong =
        new Shell(site.home(), environment)
            .run(
                PATIENCE,
                "aws",
                "--endpoint-url",
                site.environment().get("AWS_ENDPOINT_URL"),
                "s3",
                "ls",
                "s3://testvo/");
    assertTrue(wrong.output().contains("SignatureDoesNotMatch"), wrong.output());
    Shell.Result none = aws("--no-sign-request", "s3", "ls", "s3://testvo/");
    assertTrue(none.output().contains("AccessDenied"), none.output());
  }

  /** The bucket is in the host that was signed: a request target must not name another one. */
  @Test
  void aTargetWithAnotherHostThanTheSignedOneIsRefused() {
    String endpoint = site.environment().get("AWS_ENDPOINT_URL");
    assertEquals("403", status(endpoint + "/testvo"));
    assertEquals("400", status(endpoint.replace("https://", "https://other.") + "/testvo"));
  }

  /** Of an unsigned request whose target is this URL. */
  private static String status(String target) {
    return run(
            "curl",
            "-s",
            "-o",
            "/dev/null",
            "-w",
            "%{http_code}",
            "--cacert",
            site.environment().get("AWS_CA_BUNDLE"),
            "--request-target",
            target,
            site.environment().get("AWS_ENDPOINT_URL") + "/")
        .succeeded()
        .output()
        .strip();
  }

  /** As clients with virtual-host style send it; the try grid's certificate names no bucket. */
  @Test
  void theBucketMayBeInTheHost() throws IOException {
    String service = site.environment().get("AWS_ENDPOINT_URL").replace("https://", "");
    String host = "testvo." + service;
    S3Signature signature = new S3Signature(site.environment(), host);
    byte[] bytes = "by host".getBytes(StandardCharsets.UTF_8);
    Path source = Files.write(local.resolve("source"), bytes);
    assertEquals("200", atHost(host, "PUT", "/hosts/f", "", bytes, "-T", source.toString()));
    assertArrayEquals(bytes, Files.readAllBytes(site.home().resolve("data/testvo/hosts/f")));
    assertEquals("by host200", atHost(host, "GET", "/hosts/f", "", new byte[0]));
    String listed = atHost(host, "GET", "/", "list-type=2&prefix=hosts%2F", new byte[0]);
    assertTrue(listed.contains("<Key>hosts/f</Key>"), listed);
    String presigned = "/hosts/f?" + signature.presigned("GET", "/hosts/f");
    assertEquals("by host200", curl(host, presigned));
    String elsewhere = curl(service, presigned);
    assertTrue(elsewhere.contains("SignatureDoesNotMatch"), elsewhere);
    assertEquals("204", atHost(host, "DELETE", "/hosts/f", "", new byte[0]));
    assertTrue(Files.notExists(site.home().resolve("data/testvo/hosts")));
  }

  /** A request that is signed for this host: the body of the answer, and its status. */
  private static String atHost(
      String host, String method, String path, String query, byte[] body, String... more) {
    List<String> words = new ArrayList<>(List.of("-X", method));
    Map<String, String> sum = Map.of("x-amz-content-sha256", S3Signature.sum(body));
    new S3Signature(site.environment(), host)
        .headers(method, path, query, sum)
        .forEach((name, value) -> words.addAll(List.of("-H", name + ": " + value)));
    words.addAll(List.of(more));
    return curl(host, path + (query.isEmpty() ? "" : "?" + query), words.toArray(String[]::new));
  }

  private static String curl(String host, String target, String... more) {
    String service = site.environment().get("AWS_ENDPOINT_URL").replace("https://", "");
    String[] common = {"curl", "-ksS", "-w", "%{http_code}", "--connect-to", "::" + service};
    return run(with(with(common, more), "https://" + host + target)).succeeded().output();
  }
}
