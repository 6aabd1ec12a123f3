package org.bora.server.check;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.bora.backend.seal.KeyFile;

/**
 * The files with keys that a backend keeps: its copy of the seal keys of its site (docs/adr/0044),
 * and the vault of access keys (docs/adr/0065).
 *
 * @param directory of the backend
 */
public record SealCheck(Path directory) {

  public SealCheck {
    Objects.requireNonNull(directory, "directory");
  }

  /** The problems of the files; none if a file is missing, because Bora creates it. */
  public List<MachineFinding> look() {
    List<MachineFinding> findings = new ArrayList<>(look(KeyFile.Kind.SEALS));
    // a start goes on without the vault: only access keys need it
    look(KeyFile.Kind.VAULT)
        .forEach(found -> findings.add(MachineFinding.warning(found.key(), found.text())));
    return findings;
  }

  private List<MachineFinding> look(KeyFile.Kind kind) {
    String key = kind.fileName();
    try {
      return KeyFile.in(directory, kind).oddities().stream()
          .map(text -> MachineFinding.warning(key, text))
          .toList();
    } catch (IOException unusable) {
      return List.of(MachineFinding.grave(key, unusable.getMessage()));
    }
  }

  /** The same, and missing files: for an administrator who checks before a start. */
  public List<MachineFinding> lookBeforeStart() {
    List<MachineFinding> findings = new ArrayList<>(look());
    KeyFile seals = KeyFile.in(directory, KeyFile.Kind.SEALS);
    if (!seals.isThere()) {
      findings.add(
          MachineFinding.warning(
              KeyFile.Kind.SEALS.fileName(),
              seals
                  + " does not exist; a start writes the keys of the database there, and makes a"
                  + " new key where the database has none. After the loss of a database, first put"
                  + " the copy from your backups there, mode 0600"));
    }
    return findings;
  }
}
