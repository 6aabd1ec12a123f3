package org.bora.backend.locate;

import org.bora.api.word.Surl;

/** The path of a SURL, for answers about SURLs that lead nowhere. */
public final class SurlPath {
  private SurlPath() {}

  /**
   * The absolute path without the host, as in srmLs (GFD.129 section 4.4); the unchanged text if it
   * is not a SURL.
   */
  public static String of(Surl surl) {
    try {
      return "/" + String.join("/", SurlParser.parse(surl).names());
    } catch (IllegalArgumentException noSurl) {
      return surl.text();
    }
  }
}
