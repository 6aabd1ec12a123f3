package org.bora.s3;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class PartSizesTest {

  @Test
  void partsLieBehindOneAnother() {
    String text = PartSizes.text(List.of(10L, 10L, 3L));
    assertEquals("10x2,3x1", text);
    assertEquals(
        List.of(new PartSizes.Span(0, 10), new PartSizes.Span(10, 10), new PartSizes.Span(20, 3)),
        PartSizes.spans(text));
  }

  @Test
  void tenThousandPartsOfOneSizeAreShort() {
    List<Long> sizes = Collections.nCopies(MultipartUpload.MOST_PARTS, 5L << 20);
    assertEquals("5242880x10000", PartSizes.text(sizes));
    assertEquals(MultipartUpload.MOST_PARTS, PartSizes.spans(PartSizes.text(sizes)).size());
  }

  @Test
  void partsOfTooManySizesAreNotKept() {
    assertEquals("", PartSizes.text(LongStream.range(0, 1000).boxed().toList()));
  }

  /** The owner of a file can write its note. */
  @Test
  void whatIsNoListOfSizesIsNone() {
    for (String text : List.of("", "x", "7", "7x", "ax1", "-1x1", "1x10001", "1x1,,")) {
      assertTrue(PartSizes.spans(text).isEmpty(), text);
    }
  }
}
