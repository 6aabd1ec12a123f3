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
 * @param exact whether {@code to} is the new name whatever is there, and SRM_DUPLICATION_ERROR
 *     where anything is; else a directory there is moved into. A backend of a release that does not
 *     know this moves into it
 */
public record MvRequest(Surl from, Surl to, Optional<SeenFile> only, boolean exact)
    implements Conditional {

  public MvRequest {
    Objects.requireNonNull(from, "from");
    Objects.requireNonNull(to, "to");
    Objects.requireNonNull(only, "only");
  }

  /** Of a client of SRM, who renames whatever has the name, perhaps into a directory. */
  public MvRequest(Surl from, Surl to) {
    this(from, to, Optional.empty(), false);
  }

  @Override
  public boolean hasCondition() {
    return only.isPresent();
  }
}
