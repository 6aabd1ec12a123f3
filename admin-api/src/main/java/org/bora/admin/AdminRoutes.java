package org.bora.admin;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.bora.api.BackendFailure;
import org.bora.api.word.LogText;
import org.bora.audit.AuditTrail;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All that administrators can ask of a process, whichever way the question comes. Finds the route,
 * holds everybody to their role, makes a reply of what goes wrong, and tells the audit log of all
 * that is no mere look, before it is done and after. Thread safe.
 */
public final class AdminRoutes {
  private static final Logger LOG = LoggerFactory.getLogger(AdminRoutes.class);

  /** The way out of many mistakes. */
  private static final String INDEX = "GET /v1 lists the routes";

  private final List<AdminRoute> routes;
  private final OrderRecords records;

  /**
   * A route, for who looks for one.
   *
   * @param path with {@code {name}} for one part of any text
   * @param role who may ask
   * @param answers the schemas of docs/reference/admin-api.yaml that a 200 has one of; empty for
   *     text, and for JSON whose form others define
   */
  public record RouteLine(String method, String path, AdminRole role, List<String> answers) {
    public RouteLine {
      answers = List.copyOf(answers);
    }
  }

  /** All that this process answers. */
  public record RouteIndex(List<RouteLine> routes) {
    public RouteIndex {
      routes = List.copyOf(routes);
    }
  }

  /**
   * Adds {@code GET /v1}, which lists all routes, and {@code GET /v1/who}, which returns the
   * caller.
   *
   * @param trail records orders
   * @throws IllegalArgumentException if two routes are the same
   */
  public AdminRoutes(List<AdminRoute> routes, AuditTrail trail) {
    this.records = new OrderRecords(trail);
    List<AdminRoute> all = new ArrayList<>(routes);
    all.add(AdminRoute.look("/v1", RouteIndex.class, _ -> index()));
    all.add(AdminRoute.look("/v1/who", Administrator.class, AdminCall::who));
    this.routes = List.copyOf(all);
    Set<String> seen = new HashSet<>();
    for (AdminRoute route : all) {
      if (!seen.add(route.method() + " " + route.path().replaceAll("\\{[^}]*}", "{}"))) {
        throw new IllegalArgumentException(route.method() + " " + route.path() + " is there twice");
      }
    }
  }

  /** All of them. */
  public List<AdminRoute> routes() {
    return routes;
  }

  private RouteIndex index() {
    return new RouteIndex(
        routes.stream()
            .map(
                route ->
                    new RouteLine(
                        route.method(),
                        route.path(),
                        route.role(),
                        route.answers().stream().map(Class::getSimpleName).toList()))
            .toList());
  }

  /** What comes with a call, read when it is known that the call is not refused without it. */
  @FunctionalInterface
  interface BodySource {

    /**
     * Reads it; may block.
     *
     * @throws AdminRefusal it is too long, too slow or broken
     */
    AdminCall.Body read() throws AdminRefusal;
  }

  /**
   * Answers every call, and never throws an exception of a resource. An order is recorded in the
   * audit log before it is carried out, or refused if that fails, except for a rescue through the
   * local socket.
   */
  public AdminReply reply(AdminCall call) {
    return reply(call, call::body);
  }

  /** The same, for a call whose body has not been read. */
  AdminReply reply(AdminCall head, BodySource body) {
    boolean order = !head.method().equals("GET");
    AdminRoute route;
    AdminCall call;
    try {
      route = route(head);
      call = order ? head.with(body.read()) : head;
    } catch (AdminRefusal refused) {
      AdminReply reply = refused.reply();
      if (order) {
        records.refused(head, reply);
      }
      return reply;
    }
    return order ? ordered(route, call) : answer(route, call);
  }

  private AdminReply ordered(AdminRoute route, AdminCall call) {
    long order;
    try {
      order = records.begin(call);
    } catch (AdminRefusal unrecorded) {
      if (!route.rescue() || !call.who().equals(Administrator.LOCAL)) {
        return unrecorded.reply();
      }
      LOG.error(
          "{} {} of the local socket is carried out without a record: {}",
          call.method(),
          LogText.of(call.path()),
          unrecorded.getMessage());
      return answer(route, call);
    }
    AdminReply reply = answer(route, call);
    records.end(call, order, reply);
    return reply;
  }

  private AdminRoute route(AdminCall call) throws AdminRefusal {
    List<AdminRoute> here =
        routes.stream().filter(route -> route.match(call.path()).isPresent()).toList();
    Optional<AdminRoute> route = nearest(here, call.method());
    if (route.isEmpty()) {
      throw here.isEmpty() ? nothing(call) : otherMethods(call, here);
    }
    if (!call.who().role().covers(route.get().role())) {
      LOG.warn("{} may not {} {}", call.who(), call.method(), LogText.of(call.path()));
      throw forbidden(call);
    }
    return route.get();
  }

  private static AdminReply answer(AdminRoute route, AdminCall call) {
    try {
      Map<String, String> variables = route.match(call.path()).orElseThrow();
      return route.resource().answer(call.with(variables));
    } catch (AdminRefusal refused) {
      return refused.reply();
    } catch (BackendFailure failure) {
      LOG.warn("{} {} could not be answered", call.method(), LogText.of(call.path()), failure);
      return new AdminRefusal(
              503,
              "there is no answer at the moment",
              failure.getMessage(),
              "try again in a moment; the log of this process has more")
          .reply();
    } catch (RuntimeException surprise) {
      LOG.error("{} {} failed", call.method(), LogText.of(call.path()), surprise);
      return new AdminRefusal(
              500, "the call failed", "internal error", "the log of this process has the reason")
          .reply();
    }
  }

  /** A path that is written out goes before one with names in it. */
  private static Optional<AdminRoute> nearest(List<AdminRoute> here, String method) {
    List<AdminRoute> fitting =
        here.stream().filter(route -> route.method().equals(method)).toList();
    return fitting.stream()
        .filter(route -> !route.path().contains("{"))
        .findFirst()
        .or(() -> fitting.stream().findFirst());
  }

  private static AdminRefusal nothing(AdminCall call) {
    return AdminRefusal.missing(
        "there is nothing at " + LogText.of(call.path()), "no route of this process has it", INDEX);
  }

  private static AdminRefusal otherMethods(AdminCall call, List<AdminRoute> here) {
    String methods = here.stream().map(AdminRoute::method).collect(Collectors.joining(", "));
    return new AdminRefusal(
        405,
        LogText.of(call.method()) + " is not for " + LogText.of(call.path()),
        "it knows " + methods,
        INDEX);
  }

  private static AdminRefusal forbidden(AdminCall call) {
    return new AdminRefusal(
        403,
        call.method().equals("GET") ? "nothing is shown" : "nothing was changed",
        call.who().name() + " is a reader, and this is for admins",
        "administrators are listed in admin.admins of the configuration");
  }
}
