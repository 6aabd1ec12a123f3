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
 * @param made whether it is a directory that a door has made and filled for this caller, for whom
 *     it is enough to be allowed to create. A backend of a release that does not know this asks
 *     whether the caller may take the name away
 */
public record MvRequest(Surl from, Surl to, Optional<SeenFile> only, boolean exact, boolean made)
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

  /** Of what was there before. */
  public MvRequest(Surl from, Surl to, Optional<SeenFile> only, boolean exact) {
    this(from, to, only, exact, false);
  }

  @Override
  public boolean hasCondition() {
    return only.isPresent();
  }
}
