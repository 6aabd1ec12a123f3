package org.bora.api.put;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.bora.api.word.FileStorageType;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.RetentionPolicyInfo;

/**
 * srmPrepareToPut. Times are in seconds; absent: the server's default. Pin and file lifetimes may
 * be -1, for ever; a total request time may not be negative (GFD.129 5.2.1 m).
 *
 * @param protocols transfer protocols in the client's order of preference; empty: the server's
 *     default. A door sends {@link #HELD} or nothing
 * @param copyPin how long the copy on disk must stay after the file is stored; absent or 0: as long
 *     as the server likes
 */
public record PutRequest(
    List<PutFile> files,
    String description,
    OverwriteMode overwrite,
    Optional<FileStorageType> storageType,
    OptionalInt totalRequestTime,
    OptionalInt pinLifetime,
    OptionalInt fileLifetime,
    Optional<String> spaceToken,
    Optional<RetentionPolicyInfo> retention,
    List<String> protocols,
    OptionalInt copyPin) {

  /**
   * Among the protocols of a door: the door locks the hidden file while it writes, so its upload
   * ends with its process. Earlier backends ignore this.
   */
  public static final String HELD = "file-held";

  public PutRequest {
    Objects.requireNonNull(description, "description");
    Objects.requireNonNull(overwrite, "overwrite");
    Objects.requireNonNull(storageType, "storageType");
    Objects.requireNonNull(totalRequestTime, "totalRequestTime");
    Objects.requireNonNull(pinLifetime, "pinLifetime");
    Objects.requireNonNull(fileLifetime, "fileLifetime");
    Objects.requireNonNull(spaceToken, "spaceToken");
    Objects.requireNonNull(retention, "retention");
    files = List.copyOf(files);
    protocols = List.copyOf(protocols);
    Objects.requireNonNull(copyPin, "copyPin");
  }

  /** Of a client that does not care where the bytes are once the file is stored. */
  public PutRequest(
      List<PutFile> files,
      String description,
      OverwriteMode overwrite,
      Optional<FileStorageType> storageType,
      OptionalInt totalRequestTime,
      OptionalInt pinLifetime,
      OptionalInt fileLifetime,
      Optional<String> spaceToken,
      Optional<RetentionPolicyInfo> retention,
      List<String> protocols) {
    this(
        files,
        description,
        overwrite,
        storageType,
        totalRequestTime,
        pinLifetime,
        fileLifetime,
        spaceToken,
        retention,
        protocols,
        OptionalInt.empty());
  }

  /** The same, of a client that wants the copy on disk to stay. */
  public PutRequest withCopyPin(int seconds) {
    return new PutRequest(
        files,
        description,
        overwrite,
        storageType,
        totalRequestTime,
        pinLifetime,
        fileLifetime,
        spaceToken,
        retention,
        protocols,
        OptionalInt.of(seconds));
  }
}
