package org.bora.api.directory;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.bora.api.word.ReturnStatus;

/**
 * One entry of a listing (TMetaDataPathDetail).
 *
 * @param path absolute path in the namespace of clients, without the host
 * @param attributes absent if the status says that there is nothing to describe
 * @param children in the directory's own stable order
 */
public record PathDetail(
    String path, ReturnStatus status, Optional<Attributes> attributes, List<PathDetail> children) {

  public PathDetail {
    Objects.requireNonNull(path, "path");
    Objects.requireNonNull(status, "status");
    Objects.requireNonNull(attributes, "attributes");
    children = List.copyOf(children);
  }
}
