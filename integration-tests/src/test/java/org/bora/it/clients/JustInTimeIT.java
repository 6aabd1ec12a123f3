package org.bora.it.clients;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Map;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.Schemas;
import org.bora.it.site.Shell;
import org.bora.it.site.Site;
import org.bora.it.site.SplitSite;
import org.bora.it.wire.SrmClient;
import org.bora.it.wire.SrmClient.Answer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * As root, with real GridFTP servers that work under the account of whoever connects: Alice's files
 * are hers alone, and Bob can do what his TURLs promise, as long as they do, and no more.
 */
@ExtendWith(MariaDb.class)
class JustInTimeIT {
  private static final String SUBJECT = "/DC=test/DC=grid/OU=people/CN=%s Test";
  private static final String ALICES = "games";
  private static final String BOBS = "news";
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private record Turl(String token, String url) {}

  @Test
  void aTurlIsGoodForItsFileAndItsTimeAndNothingElse(Schemas schemas)
      throws IOException, GeneralSecurityException {
    assumeTrue("root".equals(System.getProperty("user.name")), "only root gives files away");
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/getfacl")), "getfacl is not installed (acl)");
    Map<String, String> accounts =
        Map.of(SUBJECT.formatted("Alice"), ALICES, SUBJECT.formatted("Bob"), BOBS);
    try (SplitSite site = SplitSite.mapping(schemas.empty(), JustInTimeIT::justInTime, accounts)) {
      assumeTrue(reachable(site.files()), "the checkout lies where other accounts cannot go");
      upload(site, "d/file", "d/neighbour");
      try (SrmClient bob = new SrmClient("localhost", site.port(), site.proxy("bob-voms"))) {
        reading(site, bob);
        writing(site, bob);
        permissions(site, bob);
      }
    }
  }

  private static String justInTime(String text) {
    return text.replace("    root: data/testvo", "    root: data/testvo\n    acl: just-in-time")
            .replace("allow all to", "allow read, write, create, delete, list to")
        + "requests: {file-mode: '0600'}\ndirectories: {mode: '0700'}\n";
  }

  private static void upload(SplitSite site, String... names) throws IOException {
    Path source = Files.writeString(site.files().resolveSibling("source"), "alice's");
    gfal(site, "gfal-mkdir", surl(site, "d")).succeeded();
    for (String name : names) {
      gfal(site, "gfal-copy", "file://" + source, surl(site, name)).succeeded();
    }
  }

  private static void reading(SplitSite site, SrmClient bob) throws IOException {
    Turl file = get(site, bob, "d/file");
    String neighbour = file.url().replace("/d/file", "/d/neighbour");
    assertTrue(transfer(site, file.url(), local(site)), "a TURL that holds");
    assertEquals("alice's", Files.readString(site.files().resolveSibling("copy")));
    assertFalse(transfer(site, neighbour, local(site)), "a file beside it");
    assertFalse(transfer(site, source(site), file.url()), "writing by a TURL to read");
    assertTrue(getfacl(site, "d/file").contains("user:" + BOBS + ":r--"));
    assertTrue(getfacl(site, "d").contains("user:" + BOBS + ":--x"));

    String released =
        bob.call("srmReleaseFiles", "<requestToken>" + file.token() + "</requestToken>").code();
    assertEquals("SRM_SUCCESS", released);
    assertFalse(transfer(site, file.url(), local(site)), "a TURL that was given back");
    assertFalse(getfacl(site, "d/file").contains(BOBS));
    assertFalse(getfacl(site, "d").contains(BOBS));
  }

  private static void writing(SplitSite site, SrmClient bob) throws IOException {
    Answer put =
        bob.call(
            "srmPrepareToPut",
            "<arrayOfFileRequests><requestArray><targetSURL>"
                + surl(site, "d/bobs")
                + "</targetSURL></requestArray></arrayOfFileRequests>");
    assertTrue(transfer(site, source(site), put.element("transferURL")), put.body());
    String done =
        bob.call(
                "srmPutDone",
                "<requestToken>"
                    + put.element("requestToken")
                    + "</requestToken>"
                    + array(surl(site, "d/bobs")))
            .code();
    assertEquals("SRM_SUCCESS", done);
    assertFalse(getfacl(site, "d").contains("user:" + BOBS), "the way is closed again");
    assertTrue(getfacl(site, "d/bobs").contains("# owner: " + BOBS));
  }

  private static void permissions(SplitSite site, SrmClient bob) throws IOException {
    gfal(site, "gfal-chmod", "640", surl(site, "d/file")).succeeded();
    assertTrue(getfacl(site, "d/file").contains("user::rw-"));
    String refused = bob.call("srmSetPermission", setPermission(surl(site, "d/file"), BOBS)).code();
    assertEquals("SRM_AUTHORIZATION_FAILURE", refused, "bob does not own it");
    try (SrmClient alice = new SrmClient("localhost", site.port(), site.proxy("alice-voms"))) {
      String set = alice.call("srmSetPermission", setPermission(surl(site, "d/file"), BOBS)).code();
      assertEquals("SRM_SUCCESS", set);
      Answer told = alice.call("srmGetPermission", array(surl(site, "d/file")));
      assertEquals("SRM_SUCCESS", told.code(), told.body());
      assertTrue(told.body().contains(">" + BOBS + "<"), told.body());
      assertTrue(getfacl(site, "d/file").contains("user:" + BOBS + ":r--"));
    } catch (GeneralSecurityException e) {
      throw new IOException(e);
    }
    String token = get(site, bob, "d/file").token();
    bob.call("srmReleaseFiles", "<requestToken>" + token + "</requestToken>");
    assertTrue(getfacl(site, "d/file").contains("user:" + BOBS + ":r--"), "it was given for good");
  }

  private static String setPermission(String surl, String user) {
    return "<SURL>"
        + surl
        + "</SURL><permissionType>ADD</permissionType><arrayOfUserPermissions>"
        + "<userPermissionArray><userID>"
        + user
        + "</userID><mode>R</mode></userPermissionArray></arrayOfUserPermissions>";
  }

  private static Turl get(SplitSite site, SrmClient bob, String name) throws IOException {
    Answer got =
        bob.call(
            "srmPrepareToGet",
            "<arrayOfFileRequests><requestArray><sourceSURL>"
                + surl(site, name)
                + "</sourceSURL></requestArray></arrayOfFileRequests>");
    assertEquals("SRM_FILE_PINNED", got.fileCode(), got.body());
    return new Turl(got.element("requestToken"), got.element("transferURL"));
  }

  private static String array(String surl) {
    return "<arrayOfSURLs><urlArray>" + surl + "</urlArray></arrayOfSURLs>";
  }

  private static String surl(SplitSite site, String name) {
    return "srm://" + site.endpoint() + "/testvo/" + name;
  }

  private static String source(SplitSite site) {
    return "file://" + site.files().resolveSibling("source");
  }

  private static String local(SplitSite site) {
    return "file://" + site.files().resolveSibling("copy");
  }

  /** As Bob, who knows nothing of SRM. */
  private static boolean transfer(SplitSite site, String from, String to) {
    return site.shell()
            .with("X509_USER_PROXY", site.proxy("bob-voms").toString())
            .run(PATIENCE, "globus-url-copy", from, to)
            .status()
        == 0;
  }

  private static String getfacl(SplitSite site, String name) {
    Shell.Result listed =
        site.shell().run(PATIENCE, "getfacl", "-p", site.files().resolve(name).toString());
    return listed.succeeded().output();
  }

  private static Shell.Result gfal(SplitSite site, String... command) {
    String[] words = new String[command.length + 1];
    words[0] = Site.CHECKOUT.resolve("integration-tests/clients/gfal-noabort").toString();
    System.arraycopy(command, 0, words, 1, command.length);
    return site.shell().run(PATIENCE, words);
  }

  private static boolean reachable(Path path) {
    return new Shell(Path.of("/"), Map.of())
            .run(
                PATIENCE,
                "setpriv",
                "--reuid",
                ALICES,
                "--clear-groups",
                "--regid",
                ALICES,
                "test",
                "-x",
                path.toString())
            .status()
        == 0;
  }
}
