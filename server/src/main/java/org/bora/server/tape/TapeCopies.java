package org.bora.server.tape;

import java.util.List;
import java.util.Objects;
import org.bora.backend.ledger.RemovalRow;

/**
 * Copies on tape whose files are gone. The names of its components are those of the JSON that
 * programs read: renaming them breaks programs.
 */
public record TapeCopies(List<Library> libraries) {

  /**
   * Copies of a tape library whose files are gone.
   *
   * @param held copies that wait for a decision of an administrator
   * @param removals copies that will be removed after the grace period
   */
  public record Library(String name, Some held, Some removals) {
    public Library {
      Objects.requireNonNull(name, "name");
      Objects.requireNonNull(held, "held");
      Objects.requireNonNull(removals, "removals");
    }
  }

  /**
   * Copies of one kind.
   *
   * @param all how many there are
   * @param copies the first of them
   */
  public record Some(long all, List<RemovalRow> copies) {
    public Some {
      copies = List.copyOf(copies);
    }
  }

  public TapeCopies {
    libraries = List.copyOf(libraries);
  }
}
