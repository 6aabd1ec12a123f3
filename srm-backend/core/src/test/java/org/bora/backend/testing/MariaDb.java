package org.bora.backend.testing;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives tests {@link Schemas} on an embedded MariaDB, which is started once for all test classes of
 * the process and stopped and deleted when the last one has run:
 * {@code @ExtendWith(MariaDb.class)}.
 */
public class MariaDb implements ParameterResolver {
  private static final ExtensionContext.Namespace SERVERS =
      ExtensionContext.Namespace.create(MariaDb.class);

  private final StoreScope scope;

  /**
   * Of the session: where forks share the classes of a module, each class is a request of its own.
   */
  public MariaDb() {
    this(StoreScope.LAUNCHER_SESSION);
  }

  private MariaDb(StoreScope scope) {
    this.scope = scope;
  }

  /**
   * The same on a server of the request's own, for what counts whatever the server does: nothing
   * that other classes have left to be done is among it.
   */
  public static final class Alone extends MariaDb {
    /** What JUnit calls. */
    public Alone() {
      super(StoreScope.EXECUTION_REQUEST);
    }
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == Schemas.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return context
        .getStore(scope, SERVERS)
        .computeIfAbsent(
            MariaDb.class, none -> new ServerSchemas(new MariaDbServer()), Schemas.class);
  }
}
