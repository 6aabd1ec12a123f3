package org.bora.api.directory;

import java.util.Objects;
import org.bora.api.word.PermissionMode;

/** Who (a user or group name for people to read) may do what. */
public record Permission(String name, PermissionMode mode) {

  public Permission {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(mode, "mode");
  }
}
