package org.bora.it.clients;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.bora.it.site.Shell;
import org.bora.it.site.Site;
import org.bora.it.wire.SrmClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who gets in with real gfal2, and how the others are told. */
class CredentialsIT {

  private static final String NOABORT =
      Site.CHECKOUT.resolve("integration-tests/clients/gfal-noabort").toString();

  private static Site site;

  @BeforeAll
  static void up() throws IOException {
    site = Site.up("credentials");
  }

  @AfterAll
  static void down() throws IOException {
    site.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "alice-voms",
        "alice-voms-2",
        "alice-prod",
        "alice-role",
        "alice-prodrole",
        "bob-voms"
      })
  void aMemberOfTheVoGetsIn(String proxy) throws IOException {
    assertEquals(0, stat(proxy).status(), () -> output(proxy));
  }

  /** Limited proxies are left out: GridFTP servers hand them nothing on. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "alice-voms",
        "alice-voms-2",
        "alice-prod",
        "alice-role",
        "alice-prodrole",
        "bob-voms"
      })
  void aMemberWritesWithGfalAndReadsWithArc(String proxy, @TempDir Path directory)
      throws IOException {
    Path sent = Files.writeString(directory.resolve("sent"), "with " + proxy);
    Path back = directory.resolve("back");
    String file = surl() + "/" + proxy + "-" + directory.getFileName();
    assertRuns(proxy, NOABORT, "gfal-copy", "-K", "ADLER32", "file://" + sent, file);
    assertRuns(proxy, "arccp", file, back.toString());
    assertEquals(Files.readString(sent), Files.readString(back));
    assertRuns(proxy, NOABORT, "gfal-copy", file, file + "-again");
    assertRuns(proxy, NOABORT, "gfal-bringonline", "--polling-timeout", "20", file);
    assertRuns(proxy, NOABORT, "gfal-chmod", "600", file);
    assertRuns(proxy, "arcrm", file);
    assertRuns(proxy, NOABORT, "gfal-rm", file + "-again");
  }

  private static void assertRuns(String proxy, String... command) throws IOException {
    Shell.Result result =
        site.shell()
            .with("X509_USER_PROXY", site.proxy(proxy).toString())
            .run(Duration.ofMinutes(1), command);
    assertEquals(0, result.status(), () -> List.of(command) + " " + result.output());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"revoked", "expired", "notyet", "untrusted", "alice-expired", "alice-gt2"})
  void aBadCredentialIsRefusedInTheHandshake(String proxy) throws IOException {
    assertNotEquals(0, stat(proxy).status());
  }

  @ParameterizedTest
  @ValueSource(strings = {"ac-badsig", "ac-untrusted", "ac-wronglsc", "ac-expired", "ac-stolen"})
  void aForgedAttributeIsRefusedInTheProtocol(String proxy) throws Exception {
    try (SrmClient client = new SrmClient("localhost", site.port(), site.proxy(proxy))) {
      SrmClient.Answer answer =
          client.call("srmLs", "<arrayOfSURLs><urlArray>" + surl() + "</urlArray></arrayOfSURLs>");
      assertEquals(200, answer.status());
      assertEquals("SRM_AUTHENTICATION_FAILURE", answer.code(), answer.body());
      assertTrue(!answer.element("explanation").isEmpty(), answer.body());
    }
    assertEquals(13, stat(proxy).status(), "gfal2 maps SRM_AUTHENTICATION_FAILURE to EACCES");
  }

  private static String output(String proxy) {
    try {
      return stat(proxy).output();
    } catch (IOException e) {
      return e.toString();
    }
  }

  private static String surl() throws IOException {
    return "srm://" + site.endpoint() + "/srm/managerv2?SFN=" + site.root();
  }

  private static Shell.Result stat(String proxy) throws IOException {
    return site.shell()
        .with("X509_USER_PROXY", site.proxy(proxy).toString())
        .run(Duration.ofMinutes(1), NOABORT, "gfal-stat", surl());
  }
}
