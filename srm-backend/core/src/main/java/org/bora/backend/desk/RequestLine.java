package org.bora.backend.desk;

import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A request in a list. The names of the components are those of the JSON.
 *
 * @param kind PUT, GET, BRING_ONLINE, COPY, LS, RESERVE_SPACE, UPDATE_SPACE, CHANGE_SPACE
 * @param owner subject of the owner
 * @param vo virtual organisation of the owner; absent if there is none, or if an earlier release
 *     made the request
 * @param role whose holders may also use the token
 * @param deadline end of the total request time
 * @param ends when its last pin ends at the latest
 * @param open whether any of its files is being written, read, waited for or copied
 * @param files number of files by state
 * @param bytes total size of its files, as far as known
 */
public record RequestLine(
    String token,
    String kind,
    String owner,
    Optional<String> vo,
    Optional<String> role,
    String description,
    Instant created,
    Instant deadline,
    Instant ends,
    boolean suspended,
    boolean open,
    Map<String, Long> files,
    long bytes) {

  public RequestLine {
    Objects.requireNonNull(token, "token");
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(owner, "owner");
    Objects.requireNonNull(created, "created");
    files = java.util.Collections.unmodifiableMap(new TreeMap<>(files));
  }
}
