package org.bora.api.get;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.bora.api.word.FileStorageType;
import org.bora.api.word.RetentionPolicyInfo;
import org.bora.api.word.SourceFile;
import org.bora.api.word.Surl;

/**
 * srmPrepareToGet and srmBringOnline. Times are in seconds; absent: the server's default. A pin
 * lifetime may be -1, for ever; a total request time may not be negative (GFD.129 5.2.1 m).
 *
 * @param deferredStart seconds to wait before staging begins (srmBringOnline only)
 * @param protocols in the client's order of preference; empty: the server's default
 * @param name that the caller gave to the request. If the caller has used it before, the answer is
 *     the earlier request (only for bringOnline; not part of SRM)
 * @param staging whether an API that only stages asks (only for bringOnline; not part of SRM): no
 *     estimate is made for files on tape, and a file on disk is reported as online even if the
 *     caller has no pins left
 */
public record GetRequest(
    List<SourceFile> files,
    String description,
    OptionalInt totalRequestTime,
    OptionalInt pinLifetime,
    OptionalInt deferredStart,
    Optional<FileStorageType> storageType,
    Optional<String> spaceToken,
    Optional<RetentionPolicyInfo> retention,
    List<String> protocols,
    Optional<String> name,
    boolean staging) {

  /** As SRM asks for it. */
  public GetRequest(
      List<SourceFile> files,
      String description,
      OptionalInt totalRequestTime,
      OptionalInt pinLifetime,
      OptionalInt deferredStart,
      Optional<FileStorageType> storageType,
      Optional<String> spaceToken,
      Optional<RetentionPolicyInfo> retention,
      List<String> protocols) {
    this(
        files,
        description,
        totalRequestTime,
        pinLifetime,
        deferredStart,
        storageType,
        spaceToken,
        retention,
        protocols,
        Optional.empty(),
        false);
  }

  public GetRequest {
    Objects.requireNonNull(description, "description");
    Objects.requireNonNull(totalRequestTime, "totalRequestTime");
    Objects.requireNonNull(pinLifetime, "pinLifetime");
    Objects.requireNonNull(deferredStart, "deferredStart");
    Objects.requireNonNull(storageType, "storageType");
    Objects.requireNonNull(spaceToken, "spaceToken");
    Objects.requireNonNull(retention, "retention");
    Objects.requireNonNull(name, "name");
    files = List.copyOf(files);
    protocols = List.copyOf(protocols);
  }

  /** The SURLs as they were sent, in their order. */
  public List<Surl> surls() {
    return files.stream().map(SourceFile::surl).toList();
  }
}
