package org.bora.backend.area;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.bora.api.BackendFailure;
import org.bora.api.area.AreaCalls;
import org.bora.api.area.ServedArea;
import org.bora.storage.spi.RootFacts;

/**
 * The areas as backends report them, for a door. A door claims nothing: a directory counts only
 * after a backend serves it. The last report stays valid while the backend that answers does not
 * serve the area itself. Thread safe.
 */
public final class ToldClaims implements Claims {
  private final AreaCalls backends;
  private final UnaryOperator<String> roots;
  private final Map<String, ServedArea> last = new HashMap<>();

  /**
   * Nothing is known yet.
   *
   * @param roots gives the root of an area as this door has it now, as a physical path
   */
  public ToldClaims(AreaCalls backends, UnaryOperator<String> roots) {
    this.backends = Objects.requireNonNull(backends, "backends");
    this.roots = Objects.requireNonNull(roots, "roots");
  }

  @Override
  public String process() {
    return "this door";
  }

  @Override
  public Verdict enter(String area, RootFacts facts, SortedMap<String, String> settings) {
    Optional<ServedArea> told = told(area);
    if (told.isEmpty()) {
      throw BackendFailure.notBegun("no backend serves the area just now");
    }
    return compare(told.get(), facts)
        .<Verdict>map(Verdict.Refused::new)
        .orElseGet(() -> new Verdict.Accepted(UUID.fromString(told.get().mark())));
  }

  private synchronized Optional<ServedArea> told(String area) {
    List<ServedArea> now = backends.areas();
    now.forEach(each -> last.put(each.name(), each));
    return Optional.ofNullable(last.get(area));
  }

  private Optional<String> compare(ServedArea told, RootFacts facts) {
    String remedy =
        "; mount the filesystem of the area at the same path as on backends, or correct 'root'";
    if (facts.mark().filter(mark -> mark.toString().equals(told.mark())).isEmpty()) {
      return Optional.of(
          "its root has "
              + facts.mark().map(mark -> "the mark " + mark).orElse("no mark")
              + ", backends serve the directory with the mark "
              + told.mark()
              + remedy);
    }
    if (facts.inode() != told.inode()) {
      return Optional.of(
          "its root has the area's mark but is another directory (inode "
              + facts.inode()
              + ", on backends "
              + told.inode()
              + "), probably a copy"
              + remedy);
    }
    String here = roots.apply(told.name());
    return told.root().equals(here)
        ? Optional.empty()
        : Optional.of("its root is " + here + " here and " + told.root() + " on backends" + remedy);
  }

  @Override
  public void release(String area) {
    // it holds none
  }
}
