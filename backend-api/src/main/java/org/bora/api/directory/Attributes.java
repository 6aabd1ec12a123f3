package org.bora.api.directory;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.bora.api.word.FileLocality;
import org.bora.api.word.FileStorageType;
import org.bora.api.word.FileType;
import org.bora.api.word.PermissionMode;
import org.bora.api.word.RetentionPolicyInfo;

/**
 * The attributes of an entry besides its name and status. Sizes are in bytes.
 *
 * @param size for a file that is being written, the bytes that have arrived so far
 * @param checksum ADLER32, eight lower-case hexadecimal digits; absent while unknown
 * @param spaceToken of the space that holds it
 * @param storageType PERMANENT for directories
 * @param lifetimeAssigned seconds, -1 for ever; absent for directories
 * @param lifetimeLeft seconds, -1 for ever; absent for directories
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
    Optional<String> spaceToken,
    FileStorageType storageType,
    OptionalInt lifetimeAssigned,
    OptionalInt lifetimeLeft) {

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
    Objects.requireNonNull(storageType, "storageType");
    Objects.requireNonNull(lifetimeAssigned, "lifetimeAssigned");
    Objects.requireNonNull(lifetimeLeft, "lifetimeLeft");
  }
}
