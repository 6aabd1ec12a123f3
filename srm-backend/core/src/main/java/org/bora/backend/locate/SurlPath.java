package org.bora.backend.locate;

import org.bora.api.word.Surl;

/** The path of a SURL, for answers about SURLs that lead nowhere. */
public final class SurlPath {
  private SurlPath() {}

  /**
   * Absolute and without the host, as srmLs has it (GFD.129 section 4.4); the text as it is where
   * it is no SURL.
   */
  public static String of(Surl surl) {
    try {
      return "/" + String.join("/", SurlParser.parse(surl).names());
    } catch (IllegalArgumentException noSurl) {
      return surl.text();
    }
  }
}
