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
 * @param makesRoom whether this is only done so that something else gets the name, and {@code to}
 *     is removed afterwards, or renamed back where that fails. Refused where the caller may not do
 *     both. A backend of a release that does not know this does not look
 */
public record MvRequest(
    Surl from, Surl to, Optional<SeenFile> only, boolean exact, boolean makesRoom)
    implements Conditional {

  public MvRequest {
    Objects.requireNonNull(from, "from");
    Objects.requireNonNull(to, "to");
    Objects.requireNonNull(only, "only");
  }

  /** Of a client of SRM, who renames whatever has the name, perhaps into a directory. */
  public MvRequest(Surl from, Surl to) {
    this(from, to, Optional.empty(), false, false);
  }

  /** Of a door: {@code to} is the new name, whatever is there. */
  public static MvRequest exactly(Surl from, Surl to, Optional<SeenFile> only) {
    return new MvRequest(from, to, only, true, false);
  }

  /** Of a door that is about to replace what is at {@code from}. */
  public static MvRequest toMakeRoom(Surl from, Surl to, Optional<SeenFile> only) {
    return new MvRequest(from, to, only, true, true);
  }

  @Override
  public boolean hasCondition() {
    return only.isPresent();
  }
}
