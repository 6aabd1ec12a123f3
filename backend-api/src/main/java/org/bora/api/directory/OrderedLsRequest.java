package org.bora.api.directory;

import java.util.Objects;
import java.util.Optional;
import org.bora.api.word.Surl;

/**
 * A part of one directory in the {@linkplain KeyOrder order of bytes}.
 *
 * @param directory is listed, and nothing below its children
 * @param prefix that the names begin with; empty for all
 * @param after the key behind which the part begins, see {@link KeyOrder#key}; empty for the first
 * @param count entries at most, 1 or more; the server may have a limit of its own
 * @param note that a door left on files and is to be told with them, see {@link OrderedEntry#note}
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
