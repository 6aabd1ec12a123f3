package org.bora.it.clients;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.Schemas;
import org.bora.it.site.DoorSite;
import org.bora.it.site.Shell;
import org.bora.it.site.Site;
import org.bora.it.wire.SrmClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** curl, davix and gfal2 go on at the door to which a busy one sends them. */
@ExtendWith(MariaDb.class)
@Timeout(180)
class RedirectIT {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final int BUSY = 5;

  private static DoorSite site;
  private static byte[] bytes;
  private static Path source;
  private static final List<Process> TRANSFERS = new ArrayList<>();

  @BeforeAll
  static void upWithABusyDoor(Schemas schemas) throws Exception {
    site =
        DoorSite.up(
            schemas.empty(),
            text -> text.replace("http-port:", "redirect-host: localhost, http-port:"));
    site.start(DoorSite.OTHER_DOOR);
    bytes = new byte[3 << 20];
    new Random(3).nextBytes(bytes);
    source = Files.write(site.home().resolve("source"), bytes);
    Files.write(site.files().resolve("f"), bytes);
    Files.write(site.files().resolve("large"), new byte[20 << 20]);
    for (int i = 0; i < BUSY; i++) {
      TRANSFERS.add(
          site.shell()
              .start(
                  site.home().resolve("busy" + i).toFile(),
                  curl("--limit-rate", "60k", "-o", "/dev/null", busy("large") + "?bora-sent-on")));
    }
    awaitRedirect();
  }

  @AfterAll
  static void down() {
    TRANSFERS.forEach(Process::destroyForcibly);
    site.close();
  }

  private static String busy(String name) {
    return site.http(DoorSite.DOOR) + "/testvo/" + name;
  }

  private static String[] curl(String... options) {
    List<String> words = new ArrayList<>(List.of("curl", "-sS", "-m", "170"));
    words.addAll(List.of("--capath", site.authorities().toString()));
    words.addAll(List.of("-E", site.proxy("alice-voms").toString()));
    words.addAll(List.of(options));
    return words.toArray(String[]::new);
  }

  private static String asked(String... options) {
    return site.shell().run(PATIENCE, curl(options)).succeeded().output().strip();
  }

  /** Between two lists of doors one client is sent on for each place that is free there. */
  private static void awaitRedirect() {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!asked("-o", "/dev/null", "-w", "%{http_code}", busy("f")).equals("307")) {
      assertTrue(System.nanoTime() < end, "no client is sent on");
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200));
    }
  }

  @Test
  void curlReadsAndWritesAtTheOtherDoor() throws IOException {
    String where = "%{http_code} %{num_redirects} %{url_effective}";
    Path back = site.home().resolve("back");
    awaitRedirect();
    String read = asked("-L", "-o", back.toString(), "-w", where, busy("f"));
    assertArrayEquals(bytes, Files.readAllBytes(back));
    assertTrue(read.startsWith("200 "), read);

    String[] put = {"-L", "-H", "Expect: 100-continue", "-T", source.toString(), "-w", where};
    String written = asked(with(put, busy("by-curl")));
    assertTrue(written.contains("201 "), written);
    assertArrayEquals(bytes, Files.readAllBytes(site.files().resolve("by-curl")));
  }

  @Test
  void aTransferUrlIsGoodAtTheOtherDoor() throws Exception {
    SrmClient.Answer got;
    try (SrmClient client = new SrmClient("localhost", site.port(), site.proxy("alice-voms"))) {
      got =
          client.call(
              "srmPrepareToGet",
              "<arrayOfFileRequests><requestArray><sourceSURL>"
                  + site.surl()
                  + "/f</sourceSURL></requestArray></arrayOfFileRequests><transferParameters>"
                  + "<arrayOfTransferProtocols><stringArray>https</stringArray>"
                  + "</arrayOfTransferProtocols></transferParameters>");
    }
    String turl = got.element("transferURL").replace("&amp;", "&");
    assertTrue(turl.startsWith(site.http(DoorSite.DOOR)), got.body());
    Path back = site.home().resolve("back-by-turl");
    awaitRedirect();
    String[] read = {"-L", "-o", back.toString(), "-w", "%{http_code} %{url_effective}", turl};
    String where =
        site.shell().run(PATIENCE, withoutCertificate(read)).succeeded().output().strip();
    assertTrue(where.startsWith("200 " + site.http(DoorSite.OTHER_DOOR)), where);
    assertArrayEquals(bytes, Files.readAllBytes(back));
  }

  private static String[] withoutCertificate(String... options) {
    List<String> words = new ArrayList<>(List.of("curl", "-sS", "-m", "60"));
    words.addAll(List.of("--capath", site.authorities().toString()));
    words.addAll(List.of(options));
    return words.toArray(String[]::new);
  }

  private static String[] with(String[] options, String more) {
    List<String> all = new ArrayList<>(List.of(options));
    all.add(more);
    return all.toArray(String[]::new);
  }

  @Test
  void aPutThatDoesNotWaitAndARequestWithATokenAreServedWhereTheyCame() throws IOException {
    String[] put = {"-H", "Expect:", "-T", source.toString(), "-w", "%{http_code}", busy("now")};
    assertTrue(asked(put).endsWith("201"));
    assertEquals(
        "200",
        site.shell()
            .run(
                PATIENCE,
                "curl",
                "-sS",
                "--capath",
                site.authorities().toString(),
                "-H",
                "Authorization: Bearer " + site.token("storage.read:/testvo"),
                "-o",
                "/dev/null",
                "-w",
                "%{http_code}",
                busy("f"))
            .succeeded()
            .output()
            .strip());
  }

  @Test
  void davixAndGfalFollow() throws IOException {
    String proxy = site.proxy("alice-voms").toString();
    Path back = site.home().resolve("davix");
    awaitRedirect();
    ran(
        "davix-get",
        "--capath",
        site.authorities().toString(),
        "-E",
        proxy,
        busy("f"),
        back.toString());
    assertArrayEquals(bytes, Files.readAllBytes(back));
    ran(
        "davix-put",
        "--capath",
        site.authorities().toString(),
        "-E",
        proxy,
        source.toString(),
        busy("by-davix"));
    assertArrayEquals(bytes, Files.readAllBytes(site.files().resolve("by-davix")));

    String gfal = Site.CHECKOUT.resolve("integration-tests/clients/gfal-noabort").toString();
    String davs = busy("").replace("https://", "davs://");
    Path other = site.home().resolve("gfal");
    ran(gfal, "gfal-copy", davs + "f", "file://" + other);
    assertArrayEquals(bytes, Files.readAllBytes(other));
    ran(gfal, "gfal-copy", "file://" + source, davs + "by-gfal");
    assertArrayEquals(bytes, Files.readAllBytes(site.files().resolve("by-gfal")));
  }

  private static void ran(String... command) {
    Shell.Result result = site.shell().run(PATIENCE, command);
    assertEquals(0, result.status(), result::output);
  }
}
