package org.bora.launcher.check;

import org.bora.launcher.config.Configuration;

/** What is to run with a configuration. */
public enum Half {
  /** All of it in one process, as {@code bora up} does. */
  ALL,
  FRONTEND,
  BACKEND;

  /** What a file that names its peers is for. */
  public static Half of(Configuration configuration) {
    if (configuration.link().serve().isPresent()) {
      return BACKEND;
    }
    return configuration.link().dispatch().isPresent() ? FRONTEND : ALL;
  }

  boolean speaksSrm() {
    return this != BACKEND;
  }

  boolean hasAreas() {
    return this != FRONTEND;
  }

  boolean hasPeers() {
    return this != ALL;
  }
}
