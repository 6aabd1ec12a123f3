package org.bora.backend.access;

import java.util.Objects;
import java.util.OptionalInt;
import org.bora.backend.request.NameKey;
import org.bora.backend.request.RequestToken;

/**
 * A right that one account gets on one file or directory, for one file of one request.
 *
 * @param token and {@code name}: the pin or put that this lives as long as
 * @param digit the right: read 4, search 1
 * @param before the rights of its entry before the first grant; absent if it had no entry
 * @param live whether the pin or put is active
 */
record AclGrant(
    GrantedEntry entry,
    int uid,
    RequestToken token,
    NameKey name,
    int digit,
    OptionalInt before,
    boolean live) {

  AclGrant {
    Objects.requireNonNull(entry, "entry");
    Objects.requireNonNull(token, "token");
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(before, "before");
  }

  /** The same, its pin or put having ended. */
  AclGrant ended() {
    return new AclGrant(entry, uid, token, name, digit, before, false);
  }
}
