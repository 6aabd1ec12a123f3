package org.bora.backend.testing;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives tests {@link Schemas} on an embedded MariaDB, which is started once for all test classes of
 * the process and stopped and deleted when the last one has run:
 * {@code @ExtendWith(MariaDb.class)}.
 */
public final class MariaDb implements ParameterResolver {

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == Schemas.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return context
        .getRoot()
        .getStore(ExtensionContext.Namespace.create(MariaDb.class))
        .computeIfAbsent(MariaDb.class, none -> new Schemas(new MariaDbServer()), Schemas.class);
  }
}
