package org.bora.s3;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The sizes of the parts of an object, as written in its note: {@code SIZExCOUNT,...}. All parts of
 * an upload usually have the same size, except for the last.
 */
final class PartSizes {
  /** More is not kept: the note has other things to hold. */
  private static final int MOST_TEXT = 200;

  /** A range of bytes. */
  record Span(long first, long count) {}

  private record Run(long size, int count) {}

  private PartSizes() {}

  /** The text of the note; empty if the sizes differ too much. */
  static String text(List<Long> sizes) {
    List<Run> runs = new ArrayList<>();
    for (long size : sizes) {
      if (!runs.isEmpty() && runs.getLast().size() == size) {
        runs.add(new Run(size, runs.removeLast().count() + 1));
      } else {
        runs.add(new Run(size, 1));
      }
    }
    String text =
        runs.stream().map(run -> run.size() + "x" + run.count()).collect(Collectors.joining(","));
    return text.length() > MOST_TEXT ? "" : text;
  }

  /** The parts in order; empty for an invalid text. */
  static List<Span> spans(String text) {
    List<Span> spans = new ArrayList<>();
    long first = 0;
    try {
      for (String run : text.isEmpty() ? new String[0] : text.split(",", -1)) {
        String[] pair = run.split("x", 2);
        long size = Long.parseLong(pair[0]);
        int count = Integer.parseInt(pair[1]);
        if (size < 0 || spans.size() + (long) count > MultipartUpload.MOST_PARTS) {
          return List.of();
        }
        for (int n = 0; n < count; n++) {
          spans.add(new Span(first, size));
          first += size;
        }
      }
    } catch (NumberFormatException | ArrayIndexOutOfBoundsException notOurs) {
      return List.of();
    }
    return spans;
  }
}
