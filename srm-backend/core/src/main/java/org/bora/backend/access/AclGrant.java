package org.bora.backend.access;

import java.util.Objects;
import java.util.OptionalInt;
import org.bora.backend.request.NameKey;
import org.bora.backend.request.RequestToken;

/**
 * What one account has on one file or directory for the sake of one file of one request.
 *
 * @param token and {@code name}: the pin or put that this lives as long as
 * @param digit what the account gets: read 4, search 1
 * @param before what its entry had before anything was granted; absent where it had none
 * @param live whether the pin or put holds
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
