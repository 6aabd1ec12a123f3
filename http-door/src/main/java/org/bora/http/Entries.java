package org.bora.http;

import java.util.Optional;
import org.bora.door.http.Refused;

/** A name and, where they are wanted, its children, to be read one by one by one thread. */
interface Entries extends AutoCloseable {

  /** The next one, the name itself first; empty at the end. */
  Optional<EntryPages.Entry> next() throws Refused;

  @Override
  void close();
}
