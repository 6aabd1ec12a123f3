package org.bora.server.actuator;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bora.admin.AdminRoute;
import org.springframework.boot.actuate.endpoint.OperationType;
import org.springframework.boot.actuate.endpoint.invoke.convert.ConversionServiceParameterValueMapper;
import org.springframework.boot.actuate.endpoint.web.EndpointLinksResolver;
import org.springframework.boot.actuate.endpoint.web.EndpointMediaTypes;
import org.springframework.boot.actuate.endpoint.web.ExposableWebEndpoint;
import org.springframework.boot.actuate.endpoint.web.WebOperation;
import org.springframework.boot.actuate.endpoint.web.WebOperationRequestPredicate;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpointDiscoverer;
import org.springframework.context.ApplicationContext;

/**
 * Actuator's endpoints as routes of the admin port, with its limits, roles and audit log. Readers
 * may call what only reads; admins may call everything.
 */
public final class EndpointRoutes {
  private static final String BASE = "/actuator";

  private EndpointRoutes() {}

  /**
   * Those of all endpoints that are beans of a context, and {@code /actuator}, which lists them.
   */
  public static List<AdminRoute> of(ApplicationContext context) {
    Collection<ExposableWebEndpoint> endpoints =
        new WebEndpointDiscoverer(
                context,
                new ConversionServiceParameterValueMapper(),
                EndpointMediaTypes.DEFAULT,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of())
            .getEndpoints();
    List<AdminRoute> routes = new ArrayList<>();
    EndpointLinksResolver links = new EndpointLinksResolver(endpoints, BASE);
    routes.add(
        AdminRoute.look(BASE, _ -> EndpointCall.json(Map.of("_links", links.resolveLinks(BASE)))));
    Set<String> known = new HashSet<>();
    for (ExposableWebEndpoint endpoint : endpoints) {
      for (WebOperation operation : endpoint.getOperations()) {
        WebOperationRequestPredicate asked = operation.getRequestPredicate();
        // of an operation in several media types, the one that is asked for without naming any
        if (isJson(asked) && known.add(asked.getHttpMethod() + asked.getPath())) {
          routes.addAll(routes(operation));
        }
      }
    }
    return routes;
  }

  /** An endpoint under another path, where clients look for it. */
  public static List<AdminRoute> also(String path, String endpoint, List<AdminRoute> routes) {
    return routes.stream()
        .filter(route -> route.path().equals(endpoint))
        .map(route -> AdminRoute.look(path, route.resource()))
        .toList();
  }

  /** A thread dump is there as text, too. */
  private static boolean isJson(WebOperationRequestPredicate asked) {
    return asked.getProduces().isEmpty()
        || asked.getPath().equals("prometheus")
        || asked.getProduces().stream().anyMatch(type -> type.contains("json"));
  }

  private static List<AdminRoute> routes(WebOperation operation) {
    WebOperationRequestPredicate asked = operation.getRequestPredicate();
    String rest = asked.getMatchAllRemainingPathSegmentsVariable();
    if (rest == null) {
      return List.of(route(operation, asked.getPath(), List.of()));
    }
    // health of a group or component, and of a component in a group: it goes no deeper here
    String path = asked.getPath().replaceAll("/\\{\\*.*}$", "");
    return List.of(
        route(operation, path + "/{first}", List.of("first")),
        route(operation, path + "/{first}/{second}", List.of("first", "second")));
  }

  private static AdminRoute route(WebOperation operation, String path, List<String> rest) {
    EndpointCall call = new EndpointCall(operation, rest);
    String method = operation.getRequestPredicate().getHttpMethod().name();
    return operation.getType() == OperationType.READ
        ? AdminRoute.look(BASE + "/" + path, call)
        : AdminRoute.change(method, BASE + "/" + path, call);
  }
}
