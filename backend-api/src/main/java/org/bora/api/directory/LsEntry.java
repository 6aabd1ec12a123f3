package org.bora.api.directory;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.bora.api.word.ReturnStatus;

/**
 * One entry of a listing that is read entry by entry: as {@link PathDetail}, with the number of its
 * children instead of the children. The children, each with its subtree, come next.
 */
public record LsEntry(
    String path, ReturnStatus status, Optional<Attributes> attributes, int children) {

  public LsEntry {
    Objects.requireNonNull(path, "path");
    Objects.requireNonNull(status, "status");
    Objects.requireNonNull(attributes, "attributes");
    if (children < 0) {
      throw new IllegalArgumentException(path + " has " + children + " children");
    }
  }

  static LsEntry of(PathDetail detail) {
    return new LsEntry(
        detail.path(), detail.status(), detail.attributes(), detail.children().size());
  }

  PathDetail with(List<PathDetail> below) {
    return new PathDetail(path, status, attributes, below);
  }
}
