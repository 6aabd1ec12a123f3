package org.bora.api.copy;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.bora.api.word.FileStorageType;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.RetentionPolicyInfo;

/**
 * srmCopy (GFD.129 section 5.7). Times in seconds, absent: the server's default.
 *
 * @param fileLifetime of the target; -1 for ever
 * @param credential the credential that the caller delegated on this connection; absent if none
 */
public record CopyRequest(
    List<CopyFile> files,
    String description,
    OverwriteMode overwrite,
    OptionalInt totalRequestTime,
    OptionalInt fileLifetime,
    Optional<FileStorageType> storageType,
    Optional<String> spaceToken,
    Optional<RetentionPolicyInfo> retention,
    Optional<DelegatedCredential> credential) {

  public CopyRequest {
    Objects.requireNonNull(description, "description");
    Objects.requireNonNull(overwrite, "overwrite");
    Objects.requireNonNull(totalRequestTime, "totalRequestTime");
    Objects.requireNonNull(fileLifetime, "fileLifetime");
    Objects.requireNonNull(storageType, "storageType");
    Objects.requireNonNull(spaceToken, "spaceToken");
    Objects.requireNonNull(retention, "retention");
    Objects.requireNonNull(credential, "credential");
    files = List.copyOf(files);
  }
}
