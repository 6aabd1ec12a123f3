package org.bora.simulation.sql;

import org.bora.backend.testing.Schemas;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Runs the backend's suites on the simulated database instead of a server, with the machine's
 * threads and time: {@code @ExtendWith(Simulated.class)}.
 */
public final class Simulated implements ParameterResolver {
  private static final ExtensionContext.Namespace DATABASES =
      ExtensionContext.Namespace.create(Simulated.class);

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == Schemas.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return context
        .getStore(StoreScope.LAUNCHER_SESSION, DATABASES)
        .computeIfAbsent(Simulated.class, _ -> new SimulatedSchemas(), SimulatedSchemas.class);
  }
}
