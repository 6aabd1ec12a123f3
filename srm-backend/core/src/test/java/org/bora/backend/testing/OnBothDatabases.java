package org.bora.backend.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.ClassTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Runs the tests of a class twice and gives them {@link Schemas}: first on MariaDB, then on MySQL.
 * Reports mark the two runs by {@code [1]} and {@code [2]}. {@code -Dbora.databases=MySQL} runs
 * only the second.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ClassTemplate
@ExtendWith(BothDatabases.class)
public @interface OnBothDatabases {
  /** Where the databases come from. */
  DatabaseKind value() default DatabaseKind.SHARED;
}
