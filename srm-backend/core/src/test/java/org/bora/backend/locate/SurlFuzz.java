package org.bora.backend.locate;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.bora.api.word.Surl;
import org.bora.backend.locate.Location.Place;

/** Any text as a SURL: it leads nowhere, or to names that stay in their area. Run by fuzz/run. */
public final class SurlFuzz {

  private static final Locator LOCATOR =
      new SurlLocator(
          new LocateSettings(List.of("h")),
          List.of(AreaTrees.area("/vo"), AreaTrees.area("/vo/tape")));

  private SurlFuzz() {}

  /** The name that the fuzzer looks for. */
  public static void fuzzerTestOneInput(byte[] input) {
    String text = new String(input, StandardCharsets.UTF_8);
    for (String surl : List.of(text, "srm://h/vo/" + text, "srm://h:1/x?SFN=/vo/" + text)) {
      if (LOCATOR.locate(new Surl(surl)) instanceof Place place) {
        for (String name : place.path().names()) {
          if (name.isEmpty()
              || name.equals(".")
              || name.equals("..")
              || name.startsWith(".bora-")
              || name.chars().anyMatch(c -> c == '/' || c < ' ' || c == 0x7f)) {
            throw new AssertionError(surl + " leads to " + place.path());
          }
        }
      }
    }
  }
}
