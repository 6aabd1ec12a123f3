package org.bora.api.directory;

import java.util.Objects;
import java.util.Optional;
import org.bora.api.Conditional;
import org.bora.api.put.SeenFile;
import org.bora.api.word.Surl;

/**
 * srmMv: file or directory, within one storage area.
 *
 * @param only what the file that is renamed must be, if that matters; else SRM_DUPLICATION_ERROR
 */
public record MvRequest(Surl from, Surl to, Optional<SeenFile> only) implements Conditional {

  public MvRequest {
    Objects.requireNonNull(from, "from");
    Objects.requireNonNull(to, "to");
    Objects.requireNonNull(only, "only");
  }

  /** Of a client, who renames whatever has the name. */
  public MvRequest(Surl from, Surl to) {
    this(from, to, Optional.empty());
  }

  @Override
  public boolean hasCondition() {
    return only.isPresent();
  }
}
