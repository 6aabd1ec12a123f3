package org.bora.backend.turl;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.gridftp.door.Door;
import org.bora.gridftp.door.Doors;

/** TURLs through the doors of the site. */
public final class DoorTurls implements Turls {

  private final Doors doors;

  public DoorTurls(Doors doors) {
    this.doors = doors;
  }

  @Override
  public Choice choose(List<String> protocols) {
    List<String> served = doors.protocols();
    List<String> common = new ArrayList<>();
    for (String protocol : protocols.isEmpty() ? served : protocols) {
      String wanted = protocol.strip().toLowerCase(Locale.ROOT);
      if (served.contains(wanted)) {
        common.add(wanted);
      }
    }
    if (common.isEmpty() && !served.isEmpty()) {
      return none(
          SrmStatus.NOT_SUPPORTED,
          "none of the transfer protocols asked for is served here; this service offers "
              + String.join(", ", served));
    }
    return common.stream()
        .map(doors::choose)
        .flatMap(Optional::stream)
        .<Choice>map(door -> new Choice.Through(new ThroughDoor(door)))
        .findFirst()
        .orElseGet(
            () ->
                none(
                    SrmStatus.INTERNAL_ERROR,
                    "no transfer server is available at this moment, try again later"));
  }

  private static Choice none(SrmStatus code, String explanation) {
    return new Choice.None(ReturnStatus.of(code, explanation));
  }

  /** {@code gsiftp://host:port/physical/path}. */
  record ThroughDoor(Door door) implements Way {
    @Override
    public String turl(String physical) {
      String host = door.host().indexOf(':') < 0 ? door.host() : "[" + door.host() + "]";
      return door.protocol()
          + "://"
          + host
          + ":"
          + door.port()
          + UrlPath.encode(door.prefix() + physical);
    }
  }
}
