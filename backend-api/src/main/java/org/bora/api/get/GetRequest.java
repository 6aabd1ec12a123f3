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
 * srmPrepareToGet and srmBringOnline. Times in seconds, absent is the server's default. A pin
 * lifetime may be -1, for ever; a total request time may not be negative (GFD.129 5.2.1 m).
 *
 * @param deferredStart seconds to wait before staging begins (srmBringOnline only)
 * @param protocols in the client's order of preference; empty is the server's default
 * @param name that the caller gave to the request: a bringOnline with a name that its caller has
 *     used before is the request that has it (srmBringOnline only, and no word of SRM)
 * @param staging asked by an API that only stages (srmBringOnline only, and no word of SRM): when
 *     files on tape may be there is not foretold, and a file on disk is told as there even where
 *     the caller may pin no more
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
