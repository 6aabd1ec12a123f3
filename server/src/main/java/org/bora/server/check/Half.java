package org.bora.server.check;

import org.bora.server.config.Configuration;

/** Which part of Bora runs with a configuration. */
public enum Half {
  /** All of it in one process, as {@code bora up} does. */
  ALL,
  FRONTEND,
  BACKEND,
  /** HTTP before backends elsewhere, where the file system is mounted. */
  DOOR;

  /** What a file that names its peers is for. */
  public static Half of(Configuration configuration) {
    if (configuration.link().serve().isPresent()) {
      return BACKEND;
    }
    if (configuration.link().dispatch().isEmpty()) {
      return ALL;
    }
    return configuration.endpoint().httpPort().isPresent() ? DOOR : FRONTEND;
  }

  /** Whether grid clients connect to it. */
  boolean hasClients() {
    return this != BACKEND;
  }

  /** Whether the file system of the areas is mounted where it runs. */
  public boolean hasAreas() {
    return this != FRONTEND;
  }

  /** Whether it decides what becomes of files: has a database, seals, accounts and tape. */
  public boolean hasEngine() {
    return this == ALL || this == BACKEND;
  }

  boolean hasPeers() {
    return this != ALL;
  }
}
