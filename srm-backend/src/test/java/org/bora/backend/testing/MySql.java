package org.bora.backend.testing;

import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * As {@link MariaDb}, on MySQL; the tests are skipped where {@code BORA_MYSQLD} names no server.
 */
public final class MySql implements ParameterResolver, ExecutionCondition {

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
        .getRoot()
        .getStore(ExtensionContext.Namespace.create(MySql.class))
        .computeIfAbsent(
            MySql.class,
            none -> new Schemas(new MySqlServer(MySqlServer.command().orElseThrow())),
            Schemas.class);
  }
}
