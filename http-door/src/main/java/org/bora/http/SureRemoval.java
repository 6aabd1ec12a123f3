package org.bora.http;

import org.bora.door.http.Refused;
import org.bora.files.Engine;
import org.bora.files.Name;
import org.bora.files.Patience;
import org.eclipse.jetty.http.HttpStatus;

/**
 * The removal of what has a name of the door's own. It is repeated where the engine fails, and
 * where a tree is too large for one call, for {@link Patience#FOR_A_BACKEND}.
 *
 * @param engine asked for the caller
 */
record SureRemoval(Engine engine, Patience patience, Name name) {

  /**
   * Removes it; nothing there is as well.
   *
   * @param directory whether it is one, which goes with all that is in it
   */
  void ask(boolean directory) throws Refused {
    try {
      patience.askThroughFailures(() -> engine.remove(name, directory));
    } catch (Refused refusal) {
      if (refusal.status() != HttpStatus.NOT_FOUND_404) {
        throw refusal;
      }
    }
  }
}
