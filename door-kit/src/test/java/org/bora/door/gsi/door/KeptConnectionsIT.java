package org.bora.door.gsi.door;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.ObjectName;
import org.bora.door.gsi.tls.TlsSettings.EngineChoice;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** 4,000 connections shall fit into a small heap: what one of them keeps on it while idle. */
@ExtendWith(TryGrid.Extension.class)
class KeptConnectionsIT {

  private static final int CONNECTIONS = 100;

  /** About 3,100 are needed; the chain of the client and strings are not counted. */
  private static final long MOST_BYTES = 6_000;

  /** Class and bytes, of those that the client in this JVM has none of. */
  private static final Pattern OF_THE_DOOR =
      Pattern.compile(
          "(?m)^ *\\d+: +\\d+ +(\\d+) +(?:\\[L?)?(?:C|(?:org\\.eclipse\\.jetty|io\\.netty|org\\.bora)\\.\\S+)(?: .*)?$");

  @Test
  void anIdleConnectionKeepsFewKilobytes(TryGrid grid) throws Exception {
    GsiClient.Credential alice = GsiClient.Credential.read(grid.proxy("alice-voms"));
    List<GsiClient> kept = new ArrayList<>();
    try (OpenDoor door = OpenDoor.open(grid.tls(EngineChoice.BORINGSSL), grid.trust())) {
      try {
        kept.add(used(GsiClient.connect(door.port(), alice)));
        long before = bytesOfTheDoor();
        for (int i = 0; i < CONNECTIONS; i++) {
          kept.add(used(GsiClient.connect(door.port(), alice)));
        }
        long each = (bytesOfTheDoor() - before) / CONNECTIONS;
        assertEquals(CONNECTIONS + 1, door.door().openConnections());
        assertTrue(each < MOST_BYTES, "an idle connection keeps " + each + " bytes");
      } finally {
        for (GsiClient client : kept) {
          client.close();
        }
      }
    }
  }

  /** Three requests: some buffers are made with the first, some with the second. */
  private static GsiClient used(GsiClient client) throws IOException {
    client.send("0");
    for (int request = 0; request < 3; request++) {
      client.send(
          "POST "
              + GsiDoor.PATH
              + " HTTP/1.1\r\nHost: localhost:8444\r\nUser-Agent: gSOAP/2.7\r\nSOAPAction: \"\"\r\n"
              + "Content-Type: text/xml; charset=utf-8\r\nContent-Length: 4\r\n\r\nping");
      assertEquals(200, client.readReply().status());
    }
    return client;
  }

  /** After a full collection, which the histogram begins with. */
  private static long bytesOfTheDoor() throws Exception {
    String histogram =
        (String)
            ManagementFactory.getPlatformMBeanServer()
                .invoke(
                    new ObjectName("com.sun.management:type=DiagnosticCommand"),
                    "gcClassHistogram",
                    new Object[] {new String[0]},
                    new String[] {String[].class.getName()});
    long sum = 0;
    Matcher found = OF_THE_DOOR.matcher(histogram);
    while (found.find()) {
      sum += Long.parseLong(found.group(1));
    }
    assertTrue(sum > 0, histogram.lines().limit(20).toList()::toString);
    return sum;
  }
}
