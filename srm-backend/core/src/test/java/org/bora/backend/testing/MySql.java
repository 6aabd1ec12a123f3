package org.bora.backend.testing;

import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * As {@link MariaDb}, on MySQL; the tests are skipped where {@code BORA_MYSQLD} names no server.
 */
public class MySql implements ParameterResolver, ExecutionCondition {
  private static final ExtensionContext.Namespace SERVERS =
      ExtensionContext.Namespace.create(MySql.class);

  private final StoreScope scope;

  /** What JUnit calls. */
  public MySql() {
    this(StoreScope.LAUNCHER_SESSION);
  }

  private MySql(StoreScope scope) {
    this.scope = scope;
  }

  /** As {@link MariaDb.Alone}. */
  public static final class Alone extends MySql {
    /** What JUnit calls. */
    public Alone() {
      super(StoreScope.EXECUTION_REQUEST);
    }
  }

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    return MySqlServer.command().isPresent()
        ? ConditionEvaluationResult.enabled("BORA_MYSQLD")
        : ConditionEvaluationResult.disabled("BORA_MYSQLD names no mysqld");
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
            MySql.class,
            none -> new ServerSchemas(new MySqlServer(MySqlServer.command().orElseThrow())),
            Schemas.class);
  }
}
