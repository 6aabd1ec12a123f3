package org.bora.api.directory;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.bora.api.word.FileLocality;
import org.bora.api.word.FileType;
import org.bora.api.word.PermissionMode;
import org.bora.api.word.RetentionPolicyInfo;

/**
 * What is known of an entry beyond its name and status. Sizes in bytes.
 *
 * @param size of a file being written: what has arrived so far
 * @param checksum ADLER32, eight lower-case hexadecimal digits; absent while unknown
 * @param spaceToken of the area's space that holds it
 */
public record Attributes(
    FileType type,
    long size,
    Instant createdAt,
    Instant modifiedAt,
    Permission owner,
    Permission group,
    PermissionMode other,
    FileLocality locality,
    RetentionPolicyInfo retention,
    Optional<String> checksum,
    Optional<String> spaceToken) {

  public Attributes {
    Objects.requireNonNull(type, "type");
    Objects.requireNonNull(createdAt, "createdAt");
    Objects.requireNonNull(modifiedAt, "modifiedAt");
    Objects.requireNonNull(owner, "owner");
    Objects.requireNonNull(group, "group");
    Objects.requireNonNull(other, "other");
    Objects.requireNonNull(locality, "locality");
    Objects.requireNonNull(retention, "retention");
    Objects.requireNonNull(checksum, "checksum");
    Objects.requireNonNull(spaceToken, "spaceToken");
  }
}
