package org.bora.api.directory;

import java.util.Objects;
import java.util.Optional;
import org.bora.api.Conditional;
import org.bora.api.put.SeenFile;
import org.bora.api.word.Surl;

/**
 * srmMv: file or directory, within one storage area.
 *
 * @param only the version that the renamed file must have; otherwise SRM_DUPLICATION_ERROR. Absent:
 *     any version
 * @param exact whether {@code to} must be the new name itself: if anything is there,
 *     SRM_DUPLICATION_ERROR. Otherwise, if a directory is there, the entry moves into it. Backends
 *     of earlier releases always move into it
 * @param makesRoom whether the rename only makes room for something else that gets the name; {@code
 *     to} is removed afterwards, or renamed back on failure. Refused if the caller may not do both.
 *     Backends of earlier releases do not check this
 */
public record MvRequest(
    Surl from, Surl to, Optional<SeenFile> only, boolean exact, boolean makesRoom)
    implements Conditional {

  public MvRequest {
    Objects.requireNonNull(from, "from");
    Objects.requireNonNull(to, "to");
    Objects.requireNonNull(only, "only");
  }

  /** For an SRM client, which renames any entry of the name, perhaps into a directory. */
  public MvRequest(Surl from, Surl to) {
    this(from, to, Optional.empty(), false, false);
  }

  /** Of a door: {@code to} is the new name, whatever is there. */
  public static MvRequest exactly(Surl from, Surl to, Optional<SeenFile> only) {
    return new MvRequest(from, to, only, true, false);
  }

  /** For a door that is about to replace the entry at {@code from}. */
  public static MvRequest toMakeRoom(Surl from, Surl to, Optional<SeenFile> only) {
    return new MvRequest(from, to, only, true, true);
  }

  @Override
  public boolean hasCondition() {
    return only.isPresent();
  }
}
