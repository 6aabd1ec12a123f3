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
 * @param answers the records that it answers with, of which docs/reference/admin-api.yaml has the
 *     schemas; empty where a 200 is text, a file, or JSON whose form is not Bora's
 * @param resource that answers
 * @param rescue whether the local socket's orders are obeyed even where the audit log cannot be
 *     written: a process with a full disk must be drained, too
 */
public record AdminRoute(
    String method,
    String path,
    AdminRole role,
    List<Class<?>> answers,
    AdminResource resource,
    boolean rescue) {

  public AdminRoute {
    Objects.requireNonNull(method, "method");
    Objects.requireNonNull(role, "role");
    answers = List.copyOf(answers);
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

  /** A route for all known administrators whose answer is not a record. */
  public static AdminRoute look(String path, AdminResource resource) {
    return new AdminRoute("GET", path, AdminRole.READER, List.of(), resource, false);
  }

  /** A record for all known administrators. */
  public static <T> AdminRoute look(String path, Class<T> type, AdminAnswer<T> answer) {
    return new AdminRoute("GET", path, AdminRole.READER, List.of(type), json(answer), false);
  }

  /** One of two records, as the parameters have it. */
  public static <T, U> AdminRoute look(
      String path, Class<T> type, Class<U> other, AdminAnswer<Object> answer) {
    return new AdminRoute("GET", path, AdminRole.READER, List.of(type, other), json(answer), false);
  }

  /** A record that only an administrator may look at. */
  public static <T> AdminRoute confidential(String path, Class<T> type, AdminAnswer<T> answer) {
    return new AdminRoute("GET", path, AdminRole.ADMIN, List.of(type), json(answer), false);
  }

  /** What only an administrator may order, and is not answered with a record. */
  public static AdminRoute change(String method, String path, AdminResource resource) {
    return new AdminRoute(method, path, AdminRole.ADMIN, List.of(), resource, false);
  }

  /** What only an administrator may order, answered with a record. */
  public static <T> AdminRoute change(
      String method, String path, Class<T> type, AdminAnswer<T> answer) {
    return new AdminRoute(method, path, AdminRole.ADMIN, List.of(type), json(answer), false);
  }

  /** The same, also where the audit log cannot be written, for the local socket. */
  public static <T> AdminRoute rescue(
      String method, String path, Class<T> type, AdminAnswer<T> answer) {
    return new AdminRoute(method, path, AdminRole.ADMIN, List.of(type), json(answer), true);
  }

  /** Such an order whose success is {@linkplain AdminReply#told told} in lines. */
  public static AdminRoute rescue(String method, String path, AdminResource resource) {
    return new AdminRoute(
        method, path, AdminRole.ADMIN, List.of(AdminReply.Told.class), resource, true);
  }

  private static <T> AdminResource json(AdminAnswer<T> answer) {
    return call -> AdminReply.json(answer.answer(call));
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
