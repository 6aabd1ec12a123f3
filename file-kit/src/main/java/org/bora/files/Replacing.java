package org.bora.files;

import java.util.Objects;
import java.util.Optional;
import org.bora.api.put.SeenFile;
import org.bora.api.word.OverwriteMode;

/**
 * What an upload may replace. It is checked again at publication.
 *
 * @param only the only file that may be replaced, if the client has named one
 */
public record Replacing(OverwriteMode mode, Optional<SeenFile> only) {
  /** Whatever is there, or nothing. */
  public static final Replacing ANYTHING = new Replacing(OverwriteMode.ALWAYS, Optional.empty());

  /** It is a new file. */
  public static final Replacing NOTHING = new Replacing(OverwriteMode.NEVER, Optional.empty());

  public Replacing {
    Objects.requireNonNull(mode, "mode");
    Objects.requireNonNull(only, "only");
  }

  /** This file, which must still be there. */
  public static Replacing only(SeenFile file) {
    return new Replacing(OverwriteMode.ALWAYS, Optional.of(file));
  }
}
