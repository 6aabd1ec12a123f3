package org.bora.door.gsi.door;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.bora.door.gsi.tls.TlsSettings;
import org.bora.door.gsi.tls.TlsSettings.EngineChoice;
import org.bora.door.gsi.trust.TrustSettings;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/** Requests whose bodies do not arrive. */
@ExtendWith(TryGrid.Extension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HeldBodiesIT {

  private static final String HALF =
      "0POST /srm/managerv2 HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nhalf";

  /** More than Jetty lets virtual threads begin by default (200), with some to spare. */
  private static final int MANY = 260;

  private GsiClient.Credential alice;
  private Path bobsProxy;
  private TlsSettings tls;
  private TrustSettings trust;

  @BeforeAll
  void read(TryGrid grid) throws Exception {
    tls = grid.tls(EngineChoice.AUTOMATIC);
    trust = grid.trust();
    bobsProxy = grid.proxy("bob");
    alice = GsiClient.Credential.read(grid.proxy("alice-voms"));
  }

  private OpenDoor open(Duration bodyTimeout) throws IOException {
    var settings =
        OpenDoor.settings(Duration.ofSeconds(60), ConnectionBounds.defaults(), bodyTimeout);
    return OpenDoor.open(settings, tls, trust);
  }

  @Test
  void manyHalfBodiesKeepNoOtherClientWaiting() throws Exception {
    List<GsiClient> holders = new ArrayList<>();
    try (OpenDoor door = open(Duration.ofMinutes(5))) {
      try {
        for (int i = 0; i < MANY; i++) {
          holders.add(GsiClient.connect(door.port(), alice).send(HALF));
        }
        // gives up after 20 s, long before the half bodies are given up
        try (GsiClient honest = GsiClient.connect(door.port(), alice).send("0")) {
          assertEquals(200, honest.post().status());
        }
      } finally {
        for (GsiClient holder : holders) {
          holder.close();
        }
      }
      door.awaitEmpty();
    }
  }

  @Test
  void aBodyThatStopsIsGivenUpInItsTime() throws Exception {
    try (OpenDoor door = open(Duration.ofSeconds(1))) {
      try (GsiClient silent = GsiClient.connect(door.port(), alice).send(HALF)) {
        String answer = allOf(silent);
        assertTrue(answer.startsWith("HTTP/1.1 500 "), () -> "answered: [" + answer + "]");
      }
      door.awaitEmpty();
    }
  }

  @Test
  void aHeadThatStopsEndsItsConnectionAndAKeptOneStays() throws Exception {
    try (OpenDoor door = open(Duration.ofSeconds(1));
        GsiClient kept = GsiClient.connect(door.port(), alice).send("0")) {
      assertEquals(200, kept.post().status());
      try (GsiClient half = GsiClient.connect(door.port(), alice).send("0")) {
        assertEquals(200, half.post().status());
        half.send("POST /srm");
        assertEquals(-1, half.read());
      }
      assertEquals(200, kept.post().status(), "it said nothing for as long");
    }
  }

  @Test
  void aHeadThatBeganBeforeTheAnswerToTheRequestBeforeItEndsItsConnectionToo() throws Exception {
    try (OpenDoor door = open(Duration.ofSeconds(1));
        GsiClient half = GsiClient.connect(door.port(), alice)) {
      half.send(HALF + "x".repeat(96) + "POST /srm");
      assertEquals(200, half.readReply().status());
      assertEquals(-1, half.read());
    }
  }

  @Test
  void aCallerWhoIsNotServedGetsNoDelegationKey() throws Exception {
    DoorSettings settings = OpenDoor.settings(Duration.ofSeconds(60));
    try (OpenDoor door = OpenDoor.open(settings, tls, trust, who -> !who.dn().contains("Alice"));
        GsiClient banned = GsiClient.connect(door.port(), alice).send("D")) {
      assertEquals(-1, banned.read());
    }
  }

  @Test
  void oneSubjectHasNoMoreConnectionsThanItsShare() throws Exception {
    var bounds = new ConnectionBounds(100, 100, 100, 3, Duration.ofSeconds(15), List.of());
    GsiClient.Credential bob = GsiClient.Credential.read(bobsProxy);
    try (OpenDoor door =
            OpenDoor.open(OpenDoor.settings(Duration.ofSeconds(60), bounds), tls, trust);
        GsiClient first = GsiClient.connect(door.port(), alice).send("0");
        GsiClient second = GsiClient.connect(door.port(), alice).send("D");
        GsiClient third = GsiClient.connect(door.port(), alice).send(HALF);
        GsiClient other = GsiClient.connect(door.port(), bob).send("0")) {
      assertEquals(200, first.post().status());
      assertEquals(200, other.post().status());

      try (GsiClient fourth = GsiClient.connect(door.port(), alice).send("0")) {
        assertEquals(200, fourth.post().status());
        // it is idle: the others wait for their bytes
        assertEquals(-1, first.read());
        try (GsiClient fifth = GsiClient.connect(door.port(), alice).send("0")) {
          assertEquals(200, fifth.post().status());
          assertEquals(-1, fourth.read());
        }
      }
      assertEquals(200, other.post().status());
      assertTrue(second.read() >= 0, "it still has its request for a certificate");
      third.send("more of its body");
    }
  }

  /** Fails when the connection stays open for the client's 20 s. */
  private static String allOf(GsiClient client) throws IOException {
    var text = new StringBuilder();
    for (int octet = client.read(); octet >= 0; octet = client.read()) {
      text.append((char) octet);
    }
    return text.toString();
  }
}
