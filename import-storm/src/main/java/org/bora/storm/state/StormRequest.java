package org.bora.storm.state;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A get or bringOnline request in StoRM that still pins files.
 *
 * @param token the request token
 * @param bringOnline false for a get
 * @param owner certificate subject
 * @param vo virtual organisation of the owner's primary attribute; absent if StoRM recorded none
 * @param description userRequestDescription; may be empty
 * @param age time since the request
 * @param pins in their order
 */
public record StormRequest(
    String token,
    boolean bringOnline,
    String owner,
    Optional<String> vo,
    String description,
    Duration age,
    List<StormPin> pins) {

  /**
   * A pinned file of the request.
   *
   * @param surl as the client wrote it
   * @param size bytes, if StoRM recorded it
   * @param turl of a get, if StoRM recorded it
   * @param left time until the pin ends
   */
  public record StormPin(String surl, OptionalLong size, Optional<String> turl, Duration left) {
    public StormPin {
      Objects.requireNonNull(surl, "surl");
      Objects.requireNonNull(size, "size");
      Objects.requireNonNull(turl, "turl");
      Objects.requireNonNull(left, "left");
    }
  }

  public StormRequest {
    Objects.requireNonNull(token, "token");
    Objects.requireNonNull(owner, "owner");
    Objects.requireNonNull(vo, "vo");
    Objects.requireNonNull(description, "description");
    Objects.requireNonNull(age, "age");
    pins = List.copyOf(pins);
  }
}
