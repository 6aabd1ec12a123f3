package org.bora.launcher.check;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.bora.backend.seal.KeyFile;

/**
 * The copy that a backend keeps of the seal keys of its site (docs/adr/0044).
 *
 * @param directory of the backend
 */
public record SealCheck(Path directory) {
  private static final String KEY = KeyFile.Kind.SEALS.fileName();

  public SealCheck {
    Objects.requireNonNull(directory, "directory");
  }

  /** What is wrong with the file; none where there is no file, because a start makes one. */
  public List<Finding> look() {
    KeyFile file = file();
    try {
      return file.oddities().stream().map(text -> Finding.warning(KEY, text)).toList();
    } catch (IOException unusable) {
      return List.of(Finding.grave(KEY, unusable.getMessage()));
    }
  }

  /** The same, and that there is no file: for an administrator who asks before a start. */
  public List<Finding> lookBeforeStart() {
    List<Finding> findings = new ArrayList<>(look());
    if (!file().isThere()) {
      findings.add(
          Finding.warning(
              KEY,
              file()
                  + " does not exist; a start writes the keys of the database there, and makes a"
                  + " new key where the database has none. After the loss of a database, first put"
                  + " the copy from your backups there, mode 0600"));
    }
    return findings;
  }

  private KeyFile file() {
    return KeyFile.in(directory, KeyFile.Kind.SEALS);
  }
}
