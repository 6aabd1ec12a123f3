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
 * @param surls what to list; empty is SRM_INVALID_REQUEST
 * @param full whether the full details are wanted
 * @param allLevels whether the whole tree is wanted; overrides {@code levels}
 * @param levels 0 the entry itself, 1 its children too; absent is 1; negative is
 *     SRM_INVALID_REQUEST
 * @param offset children to skip, absent is 0
 * @param count children to return at most; absent or 0 is the server's limit
 * @param filter files of this storage type only, below the names asked for; directories are shown
 *     in any case, for they lead to files
 * @param patience seconds within which the caller wants all of it, and takes no token; absent of a
 *     client of srmLs, which takes one
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
