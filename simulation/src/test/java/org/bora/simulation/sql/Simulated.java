package org.bora.simulation.sql;

import org.bora.backend.testing.Schemas;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives the suites of the backend the database of the simulation in place of a server, with the
 * threads and the time of the machine: {@code @ExtendWith(Simulated.class)}.
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
