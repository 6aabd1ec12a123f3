package org.bora.it.doors;

import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;

/** What every door does with names, in words that none of them has to itself. Paths are SFNs. */
interface Door extends AutoCloseable {

  /** What became of a wish. */
  enum Outcome {
    DONE,
    MISSING,
    EXISTS,
    BUSY,
    DENIED,
    NO_SPACE
  }

  /** An upload that has begun: its name is busy until one of the two. */
  interface Upload {
    Outcome finish() throws Exception;

    void giveUp() throws Exception;
  }

  /** Stores a file whole. */
  Outcome put(String path, byte[] bytes, boolean overwrites) throws Exception;

  /** Begins to; nothing is to be seen of it before its end. */
  Upload begin(String path, byte[] bytes) throws Exception;

  /** The content; empty where nothing is there. */
  Optional<byte[]> get(String path) throws Exception;

  /** What comes of reading it. */
  Outcome read(String path) throws Exception;

  /** The size; empty where nothing is there. A name that is being written has none. */
  OptionalLong size(String path) throws Exception;

  Outcome remove(String path) throws Exception;

  Outcome move(String from, String to) throws Exception;

  Outcome makeDirectory(String path) throws Exception;

  @Override
  void close() throws IOException;
}
