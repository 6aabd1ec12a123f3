package org.bora.storage.spi;

import java.time.Instant;
import java.util.HashSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.bora.storage.spi.Vouched.Claim;

/**
 * The facts of the filesystem about one entry.
 *
 * @param kind links are not followed for the last name
 * @param size in bytes, also for a file that is only on tape
 * @param madeAt when it was created; the last change of status if the filesystem does not record it
 * @param mode the twelve permission bits; in the middle what the owning group may do, also where an
 *     access control list makes the filesystem show its mask there
 * @param uid numeric owner
 * @param gid numeric group
 * @param adler32 checksum from the extended attribute, eight lower-case hexadecimal digits; absent
 *     when none is stored or when the file was changed since (size or modification time differ)
 * @param id identifier of its upload; absent for other files and for directories
 * @param label text written when the file was stored; absent for the same entries
 * @param residency where the bytes are; {@link Residency#DISK} for anything but a file
 * @param vouched which of identifier, label and residency Bora has written; everything else is a
 *     claim of the owner, and no reason to change anything but this file
 */
public record EntryFacts(
    Kind kind,
    long size,
    Instant modifiedAt,
    Instant madeAt,
    int mode,
    int uid,
    int gid,
    Optional<String> adler32,
    Optional<UUID> id,
    Optional<FileLabel> label,
    Residency residency,
    Vouched vouched) {

  /** What an entry is. */
  public enum Kind {
    FILE,
    DIRECTORY,
    LINK,
    OTHER
  }

  public EntryFacts {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(modifiedAt, "modifiedAt");
    Objects.requireNonNull(madeAt, "madeAt");
    Objects.requireNonNull(adler32, "adler32");
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(label, "label");
    Objects.requireNonNull(residency, "residency");
    Objects.requireNonNull(vouched, "vouched");
  }

  /** The same without unverified attributes. */
  public EntryFacts certain() {
    return only(vouched.here());
  }

  /**
   * The same, accepting also seals for another file of the same account, for a filesystem that was
   * copied or restored.
   */
  public EntryFacts certainOrMoved() {
    Set<Claim> claims = new HashSet<>(vouched.here());
    claims.addAll(vouched.moved());
    return only(claims);
  }

  private EntryFacts only(Set<Claim> claims) {
    boolean onDisk = residency.onDisk() || !claims.contains(Claim.STUB);
    Residency where =
        new Residency(
            onDisk,
            residency.tape().filter(copy -> claims.contains(Claim.TAPE)),
            onDisk ? Optional.empty() : residency.trouble());
    return new EntryFacts(
        kind,
        size,
        modifiedAt,
        madeAt,
        mode,
        uid,
        gid,
        adler32,
        id.filter(known -> claims.contains(Claim.ID)),
        label.filter(known -> claims.contains(Claim.LABEL)),
        where,
        vouched);
  }

  public boolean isDirectory() {
    return kind == Kind.DIRECTORY;
  }

  public boolean isFile() {
    return kind == Kind.FILE;
  }
}
