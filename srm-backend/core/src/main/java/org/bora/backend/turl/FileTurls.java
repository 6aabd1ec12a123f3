package org.bora.backend.turl;

import java.util.List;

/**
 * TURLs for our own doors, which run where the file system is mounted: {@code
 * file:///physical/path}. A door opens the path beneath the root of the area that holds it; no
 * client ever sees one.
 */
public final class FileTurls implements Turls {
  private static final Way FILE = physical -> "file://" + UrlPath.encode(physical);

  /** The one way that there is, whatever protocols are named. */
  @Override
  public Choice choose(List<String> protocols) {
    return new Choice.Through(FILE);
  }

  /** The TURL of a physical path. */
  public static String turl(String physical) {
    return FILE.turl(physical);
  }
}
