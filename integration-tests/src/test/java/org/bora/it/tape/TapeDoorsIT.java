package org.bora.it.tape;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bora.it.site.Shell;
import org.bora.it.site.Site;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Files of areas whose tape system is a command of the site, or fetches its work: real clients put,
 * stage, read and evict, by SRM and by the Tape REST API.
 */
class TapeDoorsIT {
  private static TapeSystems systems;
  private static String bearerToken;

  @BeforeAll
  static void up() throws IOException {
    systems = TapeSystems.up("tape-doors");
    bearerToken = token("storage.read:/ storage.modify:/ storage.stage:/");
  }

  private static String token(String scopes) {
    String home = systems.site().home().toString();
    return systems
        .site()
        .bora("token", "--home", home, "--scope", scopes)
        .succeeded()
        .output()
        .strip();
  }

  @AfterAll
  static void down() throws IOException {
    systems.close();
  }

  @Test
  void aFileGoesToTapeAndComesBackByACommandOfTheSite() throws IOException {
    roundTrip("/scripted/file", "scripted");
  }

  @Test
  void aFileGoesToTapeAndComesBackByAPullerOfTheSite() throws IOException {
    roundTrip("/pulled/file", "pulled");
  }

  private static void roundTrip(String path, String archive) throws IOException {
    systems.user().put(systems.source(), path);
    systems.user().awaitNearline(path);
    TapeUser.assertSame(systems.source(), systems.copies(archive).iterator().next());
    systems.user().bringOnline(path);
    systems.user().assertComesOut(systems.source(), path);
  }

  @ParameterizedTest
  @CsvSource({"scripted,certificate", "scripted,token", "pulled,certificate", "pulled,token"})
  void gfalArchivesRecallsAndEvictsOverHttps(String area, String credential) throws IOException {
    boolean token = credential.equals("token");
    String path = "/" + area + "/by-" + credential;
    String davs = systems.site().environment().get("BORA_HTTP").replace("https://", "davs://");
    String url = davs + path;
    gfal(token, "gfal-copy", "file://" + systems.source(), url);
    ready(gfal(token, "gfal-archivepoll", "--polling-timeout", "60", url));
    systems.user().awaitStub(path);
    assertEquals("NEARLINE", gfal(token, "gfal-xattr", url, "user.status").strip());

    String staged =
        gfal(
            token,
            "gfal-bringonline",
            "-vvv",
            "--pin-lifetime",
            "300",
            "--desired-request-time",
            "300",
            "--polling-timeout",
            "60",
            url);
    ready(staged);
    Path copy = systems.site().home().resolve("out-" + area + credential);
    gfal(token, "gfal-copy", url, "file://" + copy);
    TapeUser.assertSame(systems.source(), copy);

    gfal(token, "gfal-evict", url, TapeUser.stageRequest(staged));
    systems.user().awaitStub(path); // what is not pinned leaves at once
  }

  private static void ready(String said) {
    assertTrue(said.contains(" READY"), said);
  }

  /** With a certificate, or with a token and nothing else. */
  private static String gfal(boolean token, String... command) {
    if (!token) {
      return systems.user().gfal(command).succeeded().output();
    }
    List<String> words =
        new ArrayList<>(List.of("env", "-u", "X509_USER_PROXY", "BEARER_TOKEN=" + bearerToken));
    words.add(Site.CHECKOUT.resolve("integration-tests/clients/gfal-noabort").toString());
    words.addAll(List.of(command));
    return systems.user().run(words.toArray(String[]::new)).succeeded().output();
  }

  @Test
  void aFileThatTheTapeSystemHasNoMoreIsLostAndTheAdministratorIsTold() throws IOException {
    Set<Path> others = systems.copies("scripted");
    String path = "/scripted/lost";
    systems.user().put(systems.source(), path);
    systems.user().awaitNearline(path);
    systems.user().awaitStub(path);
    String looks = token("storage.create:/");
    assertEquals("200", status("-I", bearerToken, path));
    assertEquals("200", status("-I", looks, path));
    Set<Path> copies = systems.copies("scripted");
    copies.removeAll(others);
    Files.delete(copies.iterator().next());

    Shell.Result staged =
        systems
            .user()
            .gfal("gfal-bringonline", "--polling-timeout", "60", systems.user().surl(path));
    assertTrue(staged.output().contains("[SRM_FILE_LOST]"), staged.output());
    assertEquals("LOST", systems.user().status(path));
    assertEquals("410", status("-I", bearerToken, path));
    assertEquals("410", status("-I", looks, path), "to callers who may not read it, too");
    assertEquals("410", status("-i", bearerToken, path));
    assertEquals("403", status("-i", looks, path));
    String alarms =
        systems
            .site()
            .bora("tape", "--home", systems.site().home().toString())
            .succeeded()
            .output();
    assertTrue(alarms.contains(path + " is lost: the archive has no "), alarms);
  }

  /** Of the answer over HTTPS. */
  private static String status(String option, String token, String path) throws IOException {
    Map<String, String> environment = systems.site().environment();
    return systems
        .user()
        .run(
            "curl",
            "-sS",
            option,
            "-o",
            "/dev/null",
            "-w",
            "%{http_code}",
            "--capath",
            environment.get("X509_CERT_DIR"),
            "-H",
            "Authorization: Bearer " + token,
            environment.get("BORA_HTTP") + path)
        .succeeded()
        .output();
  }

  @Test
  void aCommandThatHangsIsAnAlarmThatSaysSo() {
    systems.user().put(systems.source(), "/hanging/file");
    String why = "the migrate script of hanging was ended: it said nothing for 1s";
    TapeUser.await(
        "the administrator sees it",
        () ->
            systems
                .site()
                .bora("tape", "--home", systems.site().home().toString())
                .output()
                .contains(why));
  }
}
