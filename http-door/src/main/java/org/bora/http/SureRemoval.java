package org.bora.http;

import org.bora.api.word.FileType;
import org.bora.door.http.Refused;
import org.bora.files.Engine;
import org.bora.files.Name;
import org.bora.files.Patience;
import org.eclipse.jetty.http.HttpStatus;

/**
 * Removes a file or directory with a temporary name of the door. It repeats the removal if the
 * engine fails, or if a tree is too large for one call, for {@link Patience#FOR_A_BACKEND}.
 *
 * @param engine backend, asked on behalf of the caller
 */
record SureRemoval(Engine engine, Patience patience, Name name) {

  /**
   * Removes it. If there is nothing, this succeeds too.
   *
   * @param directory whether it was a directory when it was last seen; the entry is removed even if
   *     it is of the other kind by now
   */
  void ask(boolean directory) throws Refused {
    try {
      remove(directory);
    } catch (Refused refusal) {
      if (refusal.status() != HttpStatus.NOT_FOUND_404) {
        throw refusal;
      }
      if (isThere(!directory)) {
        remove(!directory);
      }
    }
  }

  private void remove(boolean directory) throws Refused {
    patience.askThroughFailures(() -> engine.remove(name, directory));
  }

  private boolean isThere(boolean directory) throws Refused {
    return engine
        .look(name)
        .filter(entry -> (entry.type() == FileType.DIRECTORY) == directory)
        .isPresent();
  }
}
