package org.bora.s3;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.AbstractList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.RandomAccess;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.bora.api.word.FileLocality;
import org.bora.door.http.Refused;
import org.bora.s3.answer.XmlTree;
import org.junit.jupiter.api.Test;

class WantedPartsTest {
  private static final long LARGE = 5L << 20;
  private static final MultipartUpload.Plan PLAN =
      new MultipartUpload.Plan(Facts.UNKNOWN, "k", Optional.empty(), false);

  private static String tag(int content) {
    return String.format(Locale.ROOT, "%032x", content);
  }

  /** Each content has a name of its own. */
  private static MultipartUpload.Part part(int number, int content, long size) {
    return part(number, content, size, FileLocality.ONLINE);
  }

  private static MultipartUpload.Part part(
      int number, int content, long size, FileLocality locality) {
    Optional<String> note = Optional.of("e=" + tag(content));
    return new MultipartUpload.Part(
        number,
        "part-" + number + "-" + content,
        new Found(size, Instant.EPOCH, locality, note, Facts.of(note)));
  }

  private static String listed(int number, int content) {
    return "<Part><PartNumber>%d</PartNumber><ETag>\"%s\"</ETag></Part>"
        .formatted(number, tag(content));
  }

  private static List<MultipartUpload.Part> wanted(String parts, List<MultipartUpload.Part> there)
      throws Refused {
    String document = "<CompleteMultipartUpload>" + parts + "</CompleteMultipartUpload>";
    XmlTree asked =
        XmlTree.of(document.getBytes(StandardCharsets.UTF_8), "CompleteMultipartUpload");
    return WantedParts.of(asked, there, PLAN);
  }

  private static Optional<String> code(String parts, List<MultipartUpload.Part> there) {
    return assertThrows(Refused.class, () -> wanted(parts, there)).code();
  }

  @Test
  void ofSeveralUploadsOfANumberTheOneThatIsListedIsTaken() throws Refused {
    List<MultipartUpload.Part> there =
        List.of(part(1, 7, LARGE), part(1, 8, LARGE), part(3, 9, 1), part(3, 9, 1));
    assertEquals(List.of(there.get(1), there.get(2)), wanted(listed(1, 8) + listed(3, 9), there));
    assertEquals(List.of(there.get(0)), wanted(listed(1, 7), there));
    assertEquals(Optional.of("InvalidPart"), code(listed(1, 9), there));
    assertEquals(Optional.of("InvalidPart"), code(listed(2, 7), there));
  }

  /** An earlier release may have let it go to tape; nothing recalls it. */
  @Test
  void aPartThatIsNotOnDiskHasToBeSentAgain() throws Refused {
    for (FileLocality away : List.of(FileLocality.NEARLINE, FileLocality.UNAVAILABLE)) {
      MultipartUpload.Part released = part(1, 7, LARGE, away);
      Refused refusal = assertThrows(Refused.class, () -> wanted(listed(1, 7), List.of(released)));
      assertEquals(Optional.of("InvalidPart"), refusal.code());
      assertTrue(refusal.getMessage().contains("send this part again"), refusal::getMessage);
      MultipartUpload.Part again = part(1, 7, LARGE);
      for (List<MultipartUpload.Part> there :
          List.of(List.of(again, released), List.of(released, again))) {
        assertEquals(List.of(again), wanted(listed(1, 7), there));
      }
    }
    MultipartUpload.Part both = part(1, 7, LARGE, FileLocality.ONLINE_AND_NEARLINE);
    assertEquals(List.of(both), wanted(listed(1, 7), List.of(both)));
  }

  @Test
  void theListIsInOrderAndHasAPart() {
    List<MultipartUpload.Part> there = List.of(part(1, 7, LARGE), part(2, 8, LARGE));
    assertEquals(Optional.of("InvalidPartOrder"), code(listed(2, 8) + listed(1, 7), there));
    assertEquals(Optional.of("InvalidPartOrder"), code(listed(1, 7) + listed(1, 7), there));
    assertEquals(Optional.of("MalformedXML"), code("", there));
  }

  @Test
  void theLastPartAloneMayBeSmall() throws Refused {
    List<MultipartUpload.Part> there =
        List.of(part(1, 1, LARGE), part(2, 2, LARGE - 1), part(3, 3, 0));
    assertEquals(2, wanted(listed(1, 1) + listed(2, 2), there).size());
    assertEquals(Optional.of("EntityTooSmall"), code(listed(2, 2) + listed(3, 3), there));
  }

  /** A refused completion of 10,000 small parts must not be much work: it can be repeated. */
  @Test
  void eachPartThatIsThereIsLookedAtOnce() {
    int count = MultipartUpload.MOST_PARTS;
    List<MultipartUpload.Part> there =
        IntStream.rangeClosed(1, count).mapToObj(number -> part(number, number, 1)).toList();
    String all =
        IntStream.rangeClosed(1, count)
            .mapToObj(number -> listed(number, number))
            .collect(Collectors.joining());
    Looked looked = new Looked(there);
    assertEquals(Optional.of("EntityTooSmall"), code(all, looked));
    assertTrue(looked.count.get() <= 2L * count, looked.count + " looks");
    assertEquals(Optional.of("MalformedXML"), code(all + listed(count + 1, 1), there));
  }

  /** Counts how often one of them is looked at. */
  private static final class Looked extends AbstractList<MultipartUpload.Part>
      implements RandomAccess {
    private final List<MultipartUpload.Part> parts;
    private final AtomicLong count = new AtomicLong();

    Looked(List<MultipartUpload.Part> parts) {
      this.parts = parts;
    }

    @Override
    public MultipartUpload.Part get(int index) {
      count.incrementAndGet();
      return parts.get(index);
    }

    @Override
    public int size() {
      return parts.size();
    }
  }
}
