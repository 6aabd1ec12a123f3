package org.bora.server.tape;

import java.util.List;
import java.util.Objects;
import org.bora.storage.spi.TapeDriver.Kept;

/**
 * Objects on tape that neither the database nor any file refers to.
 *
 * @param removing whether they will be removed after the grace period
 * @param isAll false if there may be more
 * @param some the first of them
 */
public record TapeForgotten(
    String library, boolean removing, int objects, long bytes, boolean isAll, List<Kept> some) {
  private static final int SHOWN = 20;

  public TapeForgotten {
    Objects.requireNonNull(library, "library");
    some = List.copyOf(some);
  }

  /** Of these. */
  public static TapeForgotten of(
      String library, boolean removing, List<Kept> objects, boolean isAll) {
    return new TapeForgotten(
        library,
        removing,
        objects.size(),
        objects.stream().mapToLong(Kept::size).sum(),
        isAll,
        objects.stream().limit(SHOWN).toList());
  }
}
