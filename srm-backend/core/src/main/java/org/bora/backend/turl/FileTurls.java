package org.bora.backend.turl;

import java.util.List;
import org.bora.api.put.PutRequest;

/**
 * TURLs for our own doors, which run where the file system is mounted: {@code
 * file:///physical/path}. A door opens the path beneath the root of the area that holds it; no
 * client ever sees one.
 */
public final class FileTurls implements Turls {

  /**
   * The one way that there is.
   *
   * @param isHeld whether the door has said that it holds what it writes
   */
  private record FileWay(boolean isHeld) implements Way {
    @Override
    public String turl(String physical) {
      return FileTurls.turl(physical);
    }
  }

  @Override
  public Choice choose(List<String> protocols) {
    return new Choice.Through(new FileWay(protocols.contains(PutRequest.HELD)));
  }

  /** The TURL of a physical path. */
  public static String turl(String physical) {
    return "file://" + UrlPath.encode(physical);
  }
}
