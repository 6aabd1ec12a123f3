package org.bora.api.directory;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.bora.api.Conditional;
import org.bora.api.put.SeenFile;
import org.bora.api.word.Surl;

/**
 * srmRm: removes files, not directories.
 *
 * @param only the version that the single named file must have; otherwise SRM_DUPLICATION_ERROR.
 *     Absent: any version
 */
public record RmRequest(List<Surl> surls, Optional<SeenFile> only) implements Conditional {

  public RmRequest {
    Objects.requireNonNull(only, "only");
    surls = List.copyOf(surls);
    if (only.isPresent() && surls.size() != 1) {
      throw new IllegalArgumentException("a version of " + surls.size() + " files");
    }
  }

  /** For a client, which removes any files with these names. */
  public RmRequest(List<Surl> surls) {
    this(surls, Optional.empty());
  }

  @Override
  public boolean hasCondition() {
    return only.isPresent();
  }
}
