package org.bora.api.directory;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.bora.api.word.FileStorageType;
import org.bora.api.word.Surl;

/**
 * srmLs.
 *
 * @param surls names to list; empty: SRM_INVALID_REQUEST
 * @param full whether all details are wanted
 * @param allLevels whether the whole tree is wanted; overrides {@code levels}
 * @param levels 0 the entry itself, 1 also its children; absent: 1; negative: SRM_INVALID_REQUEST
 * @param offset children to skip; absent: 0
 * @param count children to return at most; absent or 0: the server's limit
 * @param filter only files of this storage type, below the given names; directories are always
 *     shown, because they may contain such files
 * @param patience seconds within which the caller needs the whole listing, because it accepts no
 *     token; absent for srmLs, which accepts one
 * @param behind the key behind which the children begin, empty for the first: they are wanted in
 *     the {@linkplain KeyOrder order of keys}, without names that only an unfinished put knows.
 *     Absent where pages are counted by {@code offset}
 */
public record LsRequest(
    List<Surl> surls,
    boolean full,
    boolean allLevels,
    OptionalInt levels,
    OptionalInt offset,
    OptionalInt count,
    Optional<FileStorageType> filter,
    OptionalInt patience,
    Optional<String> behind) {

  public LsRequest {
    Objects.requireNonNull(levels, "levels");
    Objects.requireNonNull(offset, "offset");
    Objects.requireNonNull(count, "count");
    Objects.requireNonNull(filter, "filter");
    Objects.requireNonNull(patience, "patience");
    Objects.requireNonNull(behind, "behind");
    surls = List.copyOf(surls);
  }

  /** Of a client of srmLs. */
  public LsRequest(
      List<Surl> surls,
      boolean full,
      boolean allLevels,
      OptionalInt levels,
      OptionalInt offset,
      OptionalInt count,
      Optional<FileStorageType> filter) {
    this(
        surls,
        full,
        allLevels,
        levels,
        offset,
        count,
        filter,
        OptionalInt.empty(),
        Optional.empty());
  }
}
