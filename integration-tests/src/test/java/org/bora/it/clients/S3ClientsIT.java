package org.bora.it.clients;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Pattern;
import org.bora.it.site.PyPi;
import org.bora.it.site.Shell;
import org.bora.it.site.Site;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * More S3 clients at the S3 door, as their users have them: of today's releases, and as a
 * filesystem. Those of {@link S3IT} are Debian's, davix is in {@link S3MatrixIT}.
 */
class S3ClientsIT {
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final String BOTO3 = "1.44.5";
  private static final Path CLIENTS = Site.CHECKOUT.resolve("integration-tests/clients");

  /** Of the go command: the module or its toolchain cannot be had, or Debian's Go is too old. */
  private static final Pattern NO_MODULE =
      Pattern.compile(
          "dial tcp|no such host|i/o timeout|connection refused|requires go|invalid go version"
              + "|toolchain not available");

  private static Site site;

  @BeforeAll
  static void up() throws IOException {
    site = Site.up("s3-clients");
  }

  @AfterAll
  static void down() throws IOException {
    site.close();
  }

  private static void done(Shell.Result result) {
    assertTrue(result.succeeded().output().endsWith("done\n"), result.output());
  }

  /** Its requests have checksums that older ones do not send, most of them as trailers. */
  @ParameterizedTest
  @ValueSource(strings = {"s3-boto3.py", "s3-boto3-sums.py"})
  void todaysBoto3(String script) throws IOException {
    String python = PyPi.with("boto3[crt]", BOTO3).resolve("python3").toString();
    String bucket = script.replace(".py", "");
    done(site.shell().run(PATIENCE, python, CLIENTS.resolve(script).toString(), bucket));
  }

  @Test
  void todaysMinioGo() throws IOException {
    Path program = Path.of("target", "s3-minio").toAbsolutePath();
    Map<String, String> alone = Map.of("GOFLAGS", "-mod=readonly", "CGO_ENABLED", "0");
    Shell.Result built =
        new Shell(CLIENTS.resolve("s3-minio"), alone)
            .run(PATIENCE, "go", "build", "-o", program.toString(), ".");
    assumeFalse(
        built.status() != 0 && NO_MODULE.matcher(built.output()).find(),
        "minio-go cannot be built here: " + built.output());
    built.succeeded();
    String authorities = site.environment().get("AWS_CA_BUNDLE");
    Shell shell = site.shell().with("SSL_CERT_FILE", authorities);
    done(shell.run(PATIENCE, program.toString(), "minio"));
  }

  @Test
  void s3fsIsADirectory() {
    Shell.Result fuse =
        new Shell(site.home(), Map.of())
            .run(PATIENCE, "unshare", "--mount", "sh", "-c", "exec 3<>/dev/fuse");
    assumeTrue(fuse.status() == 0, "no mounts by FUSE on this machine: " + fuse.output());
    Path bucket = site.home().resolve("data/testvo/buckets/mounted");
    assertTrue(bucket.toFile().mkdirs());
    done(site.shell().run(PATIENCE, CLIENTS.resolve("s3-fuse").toString(), "mounted"));
  }
}
