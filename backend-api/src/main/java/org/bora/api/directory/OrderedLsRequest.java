package org.bora.api.directory;

import java.util.Objects;
import java.util.Optional;
import org.bora.api.word.Surl;

/**
 * Asks for a page of one directory in the {@linkplain KeyOrder order of bytes}.
 *
 * @param directory the directory to list, without what is below its children
 * @param prefix with which names must begin; empty: all names
 * @param after the key after which the page begins, see {@link KeyOrder#key}; empty for the first
 *     page
 * @param count at most this many entries, 1 or more; the server may return fewer
 * @param note name of the note to include for each file, see {@link OrderedEntry#note}
 */
public record OrderedLsRequest(
    Surl directory, String prefix, String after, int count, Optional<String> note) {

  public OrderedLsRequest {
    Objects.requireNonNull(directory, "directory");
    Objects.requireNonNull(prefix, "prefix");
    Objects.requireNonNull(after, "after");
    Objects.requireNonNull(note, "note");
  }
}
