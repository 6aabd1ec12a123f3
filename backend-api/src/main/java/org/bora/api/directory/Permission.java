package org.bora.api.directory;

import java.util.Objects;
import org.bora.api.word.PermissionMode;

/** What a user or group may do; the name is for people to read. */
public record Permission(String name, PermissionMode mode) {

  public Permission {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(mode, "mode");
  }
}
