package org.bora.door.gsi.door;

import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.server.Request;

/**
 * The paths of the service.
 *
 * @param path of the service; empty: every path
 */
record ServicePath(Optional<String> path) {
  private static final Pattern SLASHES = Pattern.compile("/{2,}");

  ServicePath {
    Objects.requireNonNull(path, "path");
  }

  /**
   * StoRM's clients and hand-written endpoints name the service in many ways: without a path, with
   * a slash too many, or with a slash at the end.
   */
  boolean isTheService(String asked) {
    if (path.isEmpty()) {
      return true;
    }
    String plain = SLASHES.matcher(asked).replaceAll("/");
    return plain.equals("/") || plain.equals(path.get()) || plain.equals(path.get() + "/");
  }

  /** The request as one for the path itself. */
  Request underOneName(Request request) {
    HttpURI asked = request.getHttpURI();
    return path.filter(service -> !service.equals(asked.getPath()))
        .map(service -> Request.serveAs(request, HttpURI.build(asked).path(service).asImmutable()))
        .orElse(request);
  }
}
