package org.bora.backend.operation.directory;

import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.bora.api.directory.Attributes;
import org.bora.api.directory.PathDetail;
import org.bora.api.directory.Permission;
import org.bora.api.word.FileLocality;
import org.bora.api.word.FileStorageType;
import org.bora.api.word.FileType;
import org.bora.api.word.PermissionMode;
import org.bora.api.word.RetentionPolicy;
import org.bora.api.word.RetentionPolicyInfo;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.backend.authorise.Accounts;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.outcome.StorageLocality;
import org.bora.backend.request.ActivePut;
import org.bora.backend.request.Lifetimes;
import org.bora.backend.space.FileTerms;
import org.bora.storage.spi.EntryFacts;

/** Converts the facts of the filesystem about an entry into those of srmLs. */
final class EntryDescription {
  private static final OptionalInt FOR_EVER = OptionalInt.of(-1);
  private static final ReturnStatus SUCCESS = ReturnStatus.success();

  private static final int OWNER_SHIFT = 6;
  private static final int GROUP_SHIFT = 3;

  private final Accounts accounts;
  private final Clock clock;
  private final Instant startedAt;

  /** Directories above the areas, which are on no disk, show the time of this object. */
  EntryDescription(Accounts accounts, Clock clock) {
    this.accounts = accounts;
    this.clock = clock;
    this.startedAt = clock.instant();
  }

  /**
   * An entry without its children; empty for other types than file, directory and link, because SRM
   * has none for them.
   */
  Optional<PathDetail> entry(String path, StorageArea area, EntryFacts facts, boolean full) {
    Optional<FileTerms> terms = terms(facts);
    FileLocality locality = StorageLocality.of(facts.residency());
    return type(facts)
        .map(type -> describe(area, facts, terms, type, locality, full))
        .map(found -> new PathDetail(path, status(terms), Optional.of(found), List.of()));
  }

  /** The description of a file whose lifetime has ended, while it still exists. */
  private ReturnStatus status(Optional<FileTerms> terms) {
    return terms.filter(known -> known.isOver(clock.instant())).isPresent()
        ? ReturnStatus.of(SrmStatus.FILE_LIFETIME_EXPIRED, "the lifetime of the file is over")
        : SUCCESS;
  }

  /** Whether it is of this type; directories lead to files of all types. */
  static boolean isOf(FileStorageType type, EntryFacts facts) {
    return !facts.isFile() || type(terms(facts)) == type;
  }

  private static Optional<FileTerms> terms(EntryFacts facts) {
    return facts.label().flatMap(FileTerms::of);
  }

  /** Files that Bora did not store have no terms, and no end. */
  private static FileStorageType type(Optional<FileTerms> terms) {
    return terms.map(FileTerms::storageType).orElse(FileStorageType.PERMANENT);
  }

  private static OptionalInt assigned(Optional<FileTerms> terms) {
    return terms.map(known -> OptionalInt.of(known.lifetimeSeconds())).orElse(FOR_EVER);
  }

  private OptionalInt left(Optional<FileTerms> terms) {
    return terms
        .flatMap(FileTerms::ends)
        .map(end -> OptionalInt.of(Lifetimes.secondsLeft(clock.instant(), end)))
        .orElse(FOR_EVER);
  }

  /** The description of an entry without its status; empty as for {@link #entry}. */
  Optional<Attributes> of(StorageArea area, EntryFacts facts, boolean full) {
    return entry("", area, facts, full).flatMap(PathDetail::attributes);
  }

  /**
   * A file being written: always a file, with the size that has arrived.
   *
   * @param written attributes of the upload; empty if it has no bytes or is just being renamed
   */
  Attributes beingWritten(ActivePut put, Optional<EntryFacts> written, boolean full) {
    StorageArea area = put.place().area();
    if (written.isEmpty()) {
      return new Attributes(
          FileType.FILE,
          0,
          put.since(),
          put.since(),
          new Permission("", PermissionMode.RW),
          new Permission("", PermissionMode.NONE),
          PermissionMode.NONE,
          FileLocality.NONE,
          area.retention(),
          Optional.empty(),
          Optional.of(area.spaceToken()),
          FileStorageType.PERMANENT,
          FOR_EVER,
          FOR_EVER);
    }
    FileLocality locality = written.get().size() == 0 ? FileLocality.NONE : FileLocality.ONLINE;
    EntryFacts facts = written.get();
    return describe(area, facts, terms(facts), FileType.FILE, locality, full);
  }

  /** A directory that exists only to lead to areas: known callers may look, none may write. */
  Attributes aboveAreas() {
    return new Attributes(
        FileType.DIRECTORY,
        0,
        startedAt,
        startedAt,
        new Permission("bora", PermissionMode.RX),
        new Permission("bora", PermissionMode.RX),
        PermissionMode.RX,
        FileLocality.ONLINE,
        new RetentionPolicyInfo(RetentionPolicy.REPLICA, Optional.empty()),
        Optional.empty(),
        Optional.empty(),
        FileStorageType.PERMANENT,
        OptionalInt.empty(),
        OptionalInt.empty());
  }

  private Attributes describe(
      StorageArea area,
      EntryFacts facts,
      Optional<FileTerms> terms,
      FileType type,
      FileLocality locality,
      boolean full) {
    int mode = facts.mode();
    boolean file = type == FileType.FILE;
    return new Attributes(
        type,
        type == FileType.DIRECTORY ? 0 : facts.size(),
        facts.madeAt(),
        facts.modifiedAt(),
        new Permission(accounts.userName(facts.uid()), PermissionMode.ofBits(mode >> OWNER_SHIFT)),
        new Permission(accounts.groupName(facts.gid()), PermissionMode.ofBits(mode >> GROUP_SHIFT)),
        PermissionMode.ofBits(mode),
        locality,
        area.retention(),
        full && file ? facts.adler32() : Optional.empty(),
        full
            ? terms.flatMap(FileTerms::spaceToken).or(() -> Optional.of(area.spaceToken()))
            : Optional.empty(),
        type(terms),
        file ? assigned(terms) : OptionalInt.empty(),
        file ? left(terms) : OptionalInt.empty());
  }

  private static Optional<FileType> type(EntryFacts facts) {
    return switch (facts.kind()) {
      case FILE -> Optional.of(FileType.FILE);
      case DIRECTORY -> Optional.of(FileType.DIRECTORY);
      case LINK -> Optional.of(FileType.LINK);
      case OTHER -> Optional.empty();
    };
  }
}
