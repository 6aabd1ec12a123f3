package org.bora.it.clients;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.function.UnaryOperator;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.Schemas;
import org.bora.it.site.DoorSite;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** HTTP by a door that is a process of its own, before two backends. */
@ExtendWith(MariaDb.class)
class SplitHttpDoorIT extends HttpMatrix {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private static DoorSite site;

  @BeforeAll
  static void up(Schemas schemas) throws IOException {
    site = DoorSite.up(schemas.empty(), UnaryOperator.identity());
    at(
        new Place(
            site.http(DoorSite.DOOR),
            site.surl(),
            site.files(),
            site.authorities(),
            name -> site.proxy(name).toString(),
            site.shell()));
  }

  @AfterAll
  static void down() {
    site.close();
  }

  @Test
  void aTokenAloneGoesOverTheLinkAndItsScopesDecide() throws IOException {
    Path source = Files.writeString(site.home().resolve("token-source"), "by token");
    assertEquals("201", curl("storage.modify:/testvo", "-T", source.toString()));
    assertEquals("by token", Files.readString(site.files().resolve("by-token")));
    assertEquals("200", curl("storage.read:/testvo"));
    assertEquals("403", curl("storage.read:/testvo/elsewhere"));
    assertEquals("403", curl("storage.read:/testvo", "-T", source.toString()));
  }

  private static String curl(String scope, String... more) throws IOException {
    String[] words = {
      "curl",
      "-sS",
      "--capath",
      site.authorities().toString(),
      "-o",
      "/dev/null",
      "-w",
      "%{http_code}",
      "-H",
      "Authorization: Bearer " + site.token(scope),
      site.http(DoorSite.DOOR) + "/testvo/by-token"
    };
    String[] all = Arrays.copyOf(words, words.length + more.length);
    System.arraycopy(more, 0, all, words.length, more.length);
    return site.shell().run(PATIENCE, all).succeeded().output().strip();
  }

  @Test
  void theTapeRestApiIsServed() throws IOException {
    String answer =
        site.shell()
            .run(
                PATIENCE,
                "curl",
                "-sS",
                "--capath",
                site.authorities().toString(),
                "-E",
                site.proxy("alice-voms").toString(),
                "-H",
                "Content-Type: application/json",
                "-d",
                "{\"paths\": [\"/testvo/none\"]}",
                site.http(DoorSite.DOOR) + "/api/v1/archiveinfo")
            .succeeded()
            .output();
    assertTrue(answer.contains("/testvo/none"), answer);
  }
}
