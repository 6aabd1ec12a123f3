package org.bora.backend.request;

import java.util.List;
import java.util.Objects;
import org.bora.storage.spi.AreaPath;

/**
 * Thrown inside a transaction, which is rolled back by it: names that it needs are being renamed.
 * The caller settles the move and begins again.
 */
public final class NamesMoving extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String area;
  private final transient List<AreaPath> paths;

  public NamesMoving(String area, List<AreaPath> paths) {
    super("being renamed in area " + area + ": " + paths);
    this.area = Objects.requireNonNull(area, "area");
    this.paths = List.copyOf(paths);
  }

  public String area() {
    return area;
  }

  public List<AreaPath> paths() {
    return paths;
  }
}
