package org.bora.backend.operation.copy;

import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.bora.api.word.Call;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.Surl;

/**
 * Receives the end of each file of a copy after it was stored in the database, perhaps long after
 * the answer to srmCopy. Thread safe; may block for a write to a local file, and throws nothing.
 */
@FunctionalInterface
public interface CopyEnds {

  /**
   * The end of a file.
   *
   * @param call the srmCopy; empty if the backend that accepted it is gone
   * @param request the token
   * @param bytes copied
   */
  record End(
      Optional<Call> call,
      String request,
      Surl source,
      Surl target,
      ReturnStatus status,
      OptionalLong bytes) {

    public End {
      Objects.requireNonNull(call, "call");
      Objects.requireNonNull(request, "request");
      Objects.requireNonNull(source, "source");
      Objects.requireNonNull(target, "target");
      Objects.requireNonNull(status, "status");
      Objects.requireNonNull(bytes, "bytes");
    }

    static End of(Optional<Call> call, CopyRow row) {
      ReturnStatus status = row.status(false);
      return new End(
          call,
          row.token().toString(),
          row.source(),
          row.target(),
          status,
          status.code() == SrmStatus.SUCCESS ? row.size() : OptionalLong.empty());
    }
  }

  /** Once for each file. */
  void ended(End end);
}
