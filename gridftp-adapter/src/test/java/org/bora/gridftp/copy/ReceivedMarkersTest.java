package org.bora.gridftp.copy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ReceivedMarkersTest {

  private final ReceivedMarkers markers = new ReceivedMarkers();

  @Test
  void stripesAreAddedUp() {
    assertTrue(markers.take(112, performance(0, 100)));
    assertTrue(markers.take(112, performance(1, 50)));
    assertEquals(150, markers.bytes());
  }

  @Test
  void aLaterMarkerOfAStripeReplacesTheEarlier() {
    markers.take(112, performance(0, 100));
    assertTrue(markers.take(112, performance(0, 300)));
    assertEquals(300, markers.bytes());
  }

  @Test
  void aMarkerWithoutMoreBytesIsNoProgress() {
    markers.take(112, performance(0, 100));
    assertFalse(markers.take(112, performance(0, 100)));
  }

  @Test
  void rangesCountWhereTheServerSendsNoPerformance() {
    assertTrue(markers.take(111, "Range Marker 0-100,200-250"));
    assertEquals(150, markers.bytes());
  }

  @Test
  void rangesAndPerformanceAreNotAddedToEachOther() {
    markers.take(111, "Range Marker 0-100");
    markers.take(112, performance(0, 120));
    assertEquals(120, markers.bytes());
  }

  @Test
  void otherRepliesAndNonsenseAreNoProgress() {
    assertFalse(markers.take(150, "Opening BINARY mode data connection."));
    assertFalse(markers.take(112, "Perf Marker\n Stripe Bytes Transferred: many"));
    assertFalse(markers.take(111, "Range Marker 9-3"));
    assertEquals(0, markers.bytes());
  }

  private static String performance(int stripe, long bytes) {
    return """
        Perf Marker
         Timestamp:  1767225600.5
         Stripe Index: %d
         Stripe Bytes Transferred: %d
         Total Stripe Count: 2
        112 End."""
        .formatted(stripe, bytes);
  }
}
