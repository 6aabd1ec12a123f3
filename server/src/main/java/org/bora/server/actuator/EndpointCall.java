package org.bora.server.actuator;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.bora.admin.AdminCall;
import org.bora.admin.AdminRefusal;
import org.bora.admin.AdminReply;
import org.bora.admin.AdminResource;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.InvocationContext;
import org.springframework.boot.actuate.endpoint.OperationArgumentResolver;
import org.springframework.boot.actuate.endpoint.OperationType;
import org.springframework.boot.actuate.endpoint.ProducibleOperationArgumentResolver;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.WebOperation;
import org.springframework.boot.actuate.endpoint.web.WebServerNamespace;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * One operation of an endpoint of Actuator.
 *
 * @param rest names of route variables that match the rest of the path
 */
record EndpointCall(WebOperation operation, List<String> rest) implements AdminResource {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .changeDefaultPropertyInclusion(
              all -> all.withValueInclusion(JsonInclude.Include.NON_NULL))
          .build();

  private static final OperationArgumentResolver PORT =
      OperationArgumentResolver.of(WebServerNamespace.class, () -> WebServerNamespace.MANAGEMENT);

  /** Accept headers are not read: everything is answered in its usual form. */
  private static final OperationArgumentResolver FORM =
      new ProducibleOperationArgumentResolver(List::of);

  EndpointCall {
    Objects.requireNonNull(operation, "operation");
    rest = List.copyOf(rest);
  }

  @Override
  public AdminReply answer(AdminCall call) throws AdminRefusal {
    try {
      return reply(
          operation.invoke(
              new InvocationContext(SecurityContext.NONE, arguments(call), PORT, FORM)));
    } catch (InvalidEndpointRequestException mistake) {
      throw AdminRefusal.mistake(
          "this was not understood",
          mistake.getReason(),
          "Spring Boot's documentation of Actuator says what belongs here");
    }
  }

  private Map<String, Object> arguments(AdminCall call) throws AdminRefusal {
    Map<String, Object> arguments = new HashMap<>(call.parameters());
    arguments.putAll(call.variables());
    if (!rest.isEmpty()) {
      arguments.put(
          operation.getRequestPredicate().getMatchAllRemainingPathSegmentsVariable(),
          rest.stream().map(call::variable).toArray(String[]::new));
    }
    if (!call.body().text().isEmpty()) {
      for (Map.Entry<String, JsonNode> each : call.body().object().properties()) {
        arguments.put(each.getKey(), MAPPER.convertValue(each.getValue(), Object.class));
      }
    }
    return arguments;
  }

  private AdminReply reply(Object result) throws AdminRefusal {
    return switch (result) {
      case null -> nothing(operation.getType() == OperationType.READ ? 404 : 204);
      case WebEndpointResponse<?> response when response.getBody() == null ->
          nothing(response.getStatus());
      case WebEndpointResponse<?> response when response.getBody() instanceof byte[] bytes ->
          new AdminReply(response.getStatus(), String.valueOf(response.getContentType()), bytes);
      case WebEndpointResponse<?> response -> json(response.getStatus(), response.getBody());
      default -> json(200, result);
    };
  }

  private static AdminReply nothing(int status) throws AdminRefusal {
    if (status == 404) {
      throw AdminRefusal.missing(
          "there is nothing of this name",
          "the endpoint does not know it",
          "GET /actuator lists the endpoints");
    }
    return new AdminReply(status, AdminReply.JSON, new byte[0]);
  }

  static AdminReply json(Object value) {
    return json(200, value);
  }

  private static AdminReply json(int status, Object value) {
    return new AdminReply(status, AdminReply.JSON, MAPPER.writeValueAsBytes(value));
  }
}
