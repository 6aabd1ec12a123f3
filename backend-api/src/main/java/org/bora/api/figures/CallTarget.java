package org.bora.api.figures;

import java.util.List;
import java.util.Optional;
import org.bora.api.word.LogText;

/**
 * What a failed call was about, for lists and logs.
 *
 * @param surl the first SURL, without control characters. If it is longer than {@value #LONGEST}
 *     characters, the middle is omitted, because the name of the file is at the end
 * @param others how many more SURLs the call named
 */
public record CallTarget(String surl, int others) {
  /** Of a SURL. */
  public static final int LONGEST = 300;

  private static final String GAP = "...";
  private static final int BEGIN = 120;
  private static final int END = LONGEST - BEGIN - GAP.length();

  public CallTarget {
    surl =
        surl.length() <= LONGEST
            ? LogText.of(surl)
            : LogText.of(surl.substring(0, BEGIN))
                + GAP
                + LogText.of(surl.substring(surl.length() - END));
    others = Math.max(0, others);
  }

  /**
   * Of a call that names these.
   *
   * @return empty where it names none
   */
  public static Optional<CallTarget> of(List<String> surls) {
    return surls.isEmpty()
        ? Optional.empty()
        : Optional.of(new CallTarget(surls.getFirst(), surls.size() - 1));
  }

  /** As a line of the log has it, after the caller; empty where no SURL was named. */
  public static String inLine(Optional<CallTarget> target) {
    return target.map(one -> " surl=" + one.text()).orElse("");
  }

  /** The SURL, and how many others there are. */
  public String text() {
    return switch (others) {
      case 0 -> surl;
      case 1 -> surl + " (1 other)";
      default -> surl + " (" + others + " others)";
    };
  }
}
