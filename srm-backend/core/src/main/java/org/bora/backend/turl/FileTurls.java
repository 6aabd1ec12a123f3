package org.bora.backend.turl;

import java.util.List;
import org.bora.api.put.PutRequest;

/**
 * TURLs for Bora's own doors, which have the filesystem mounted: {@code file:///physical/path}. A
 * door opens the path beneath the root of the area that holds it; no client ever sees one.
 */
public final class FileTurls implements Turls {

  /**
   * The only way.
   *
   * @param isHeld whether the door holds a lock on the file that it writes
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
