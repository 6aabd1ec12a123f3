package org.bora.server.status;

import java.io.IOException;
import java.util.Optional;

/** A process that can be asked for its state: over its socket, or directly within the process. */
@FunctionalInterface
public interface Asking {

  /** What it tells; empty where it does not run. */
  Optional<ProcessState> state() throws IOException;
}
