package org.bora.admin;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Where a resource is found.
 *
 * @param method {@code GET}, {@code POST} or {@code DELETE}
 * @param path begins with a slash; a part {@code {name}} stands for one part of any text
 * @param role who may ask
 * @param resource that answers
 * @param rescue whether the local socket's orders are obeyed even where the audit log cannot be
 *     written: a process with a full disk must be drained, too
 */
public record AdminRoute(
    String method, String path, AdminRole role, AdminResource resource, boolean rescue) {

  public AdminRoute(String method, String path, AdminRole role, AdminResource resource) {
    this(method, path, role, resource, false);
  }

  public AdminRoute {
    Objects.requireNonNull(method, "method");
    Objects.requireNonNull(role, "role");
    Objects.requireNonNull(resource, "resource");
    if (!List.of("GET", "POST", "DELETE").contains(method)) {
      throw new IllegalArgumentException("a route knows no method " + method);
    }
    if (!path.startsWith("/")) {
      throw new IllegalArgumentException(path + " does not begin with a slash");
    }
    if (role == AdminRole.READER && !method.equals("GET")) {
      throw new IllegalArgumentException(method + " " + path + " is not for who only looks");
    }
  }

  /** What anybody who is known may look at. */
  public static AdminRoute look(String path, AdminResource resource) {
    return new AdminRoute("GET", path, AdminRole.READER, resource);
  }

  /** What only an administrator may order. */
  public static AdminRoute change(String method, String path, AdminResource resource) {
    return new AdminRoute(method, path, AdminRole.ADMIN, resource);
  }

  /** The same, also where the audit log cannot be written, for the local socket. */
  public static AdminRoute rescue(String method, String path, AdminResource resource) {
    return new AdminRoute(method, path, AdminRole.ADMIN, resource, true);
  }

  /**
   * Whether a path is this route's.
   *
   * @return what stands for the names in it
   */
  Optional<Map<String, String>> match(String asked) {
    String[] mine = path.split("/", -1);
    String[] its = asked.split("/", -1);
    if (mine.length != its.length) {
      return Optional.empty();
    }
    Map<String, String> found = new HashMap<>();
    for (int i = 0; i < mine.length; i++) {
      if (mine[i].startsWith("{") && !its[i].isEmpty()) {
        found.put(mine[i].substring(1, mine[i].length() - 1), its[i]);
      } else if (!mine[i].equals(its[i])) {
        return Optional.empty();
      }
    }
    return Optional.of(found);
  }
}
