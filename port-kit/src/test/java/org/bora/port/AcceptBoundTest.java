package org.bora.port;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AcceptBoundTest {

  private final List<String> did = new ArrayList<>();
  private final AcceptBound bound =
      new AcceptBound(2, () -> did.add("rest"), () -> did.add("go on"));
  private final List<SocketChannel> channels = new ArrayList<>();

  @AfterEach
  void close() throws IOException {
    for (SocketChannel channel : channels) {
      channel.close();
    }
  }

  private SocketChannel accepted() throws IOException {
    SocketChannel channel = SocketChannel.open();
    channels.add(channel);
    assertTrue(bound.hasPlace());
    bound.onAccepting(channel);
    return channel;
  }

  @Test
  void acceptingRestsWhereAllPlacesAreTakenAndGoesOnWhenOneIsFree() throws IOException {
    SocketChannel first = accepted();
    accepted();
    assertFalse(bound.hasPlace());
    assertEquals(List.of("rest"), did);

    bound.onClosed(first);
    assertEquals(List.of("rest", "go on"), did);
    accepted();
    assertFalse(bound.hasPlace());
  }

  @Test
  void thatPlacesBecomeFreeIsOfNoInterestWhereNoneWasMissed() throws IOException {
    SocketChannel first = accepted();
    accepted();
    bound.onClosed(first);
    assertEquals(List.of(), did);
  }

  /** Another reason to rest may be over while the places are still taken. */
  @Test
  void whatIsWokenWithoutAPlaceRestsAgain() throws IOException {
    accepted();
    accepted();
    assertFalse(bound.hasPlace());
    assertFalse(bound.hasPlace());
    assertEquals(List.of("rest", "rest"), did);
  }

  /** Jetty tells of a connection whose set-up fails after its end that it failed, too. */
  @Test
  void aConnectionWhoseEndIsToldTwiceHadOnePlace() throws IOException {
    SocketChannel first = accepted();
    accepted();
    bound.onClosed(first);
    bound.onAcceptFailed(first, new IOException("closed"));
    accepted();
    assertFalse(bound.hasPlace());
  }
}
