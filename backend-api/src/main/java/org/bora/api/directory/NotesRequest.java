package org.bora.api.directory;

import java.util.List;
import java.util.Objects;
import org.bora.api.word.Surl;

/**
 * Asks for a note of a door on several files and directories.
 *
 * @param surl the name that the client asked the door about: for a listing, the directory
 * @param names at most {@link #MOST}
 * @param note its name
 */
public record NotesRequest(Surl surl, List<Surl> names, String note) {

  /** Each note may have some kilobytes, and an answer is held whole by both sides. */
  public static final int MOST = 100;

  public NotesRequest {
    Objects.requireNonNull(surl, "surl");
    Objects.requireNonNull(note, "note");
    names = List.copyOf(names);
    if (names.size() > MOST) {
      throw new IllegalArgumentException("notes on " + names.size() + " names, at most " + MOST);
    }
  }
}
