package org.bora.gridftp.door;

import java.util.List;
import java.util.Optional;

/**
 * The doors of the site as they are now. Thread safe and never blocking: health is watched in the
 * background, so choosing a door costs no network. Callers: the backend's turl package and its
 * discovery.
 */
public interface Doors {

  /**
   * A healthy door that speaks {@code protocol}, by the configured balancing; empty when none is.
   */
  Optional<Door> choose(String protocol);

  /** The protocols that configured doors speak, healthy or not. */
  List<String> protocols();

  /** Every configured door and what is known of it. */
  List<DoorHealth> health();
}
