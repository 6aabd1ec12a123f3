package org.bora.server.config;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * What the file may say for a component of {@link Keys}. Its name, with hyphens, is the key. A
 * component without a preset is required, unless it is an Optional, a list or a map.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
@interface Key {

  /** The default as it would be written. */
  String preset() default "";

  /** The least number, size or duration. */
  String least() default "";

  /** The most. */
  String most() default "";

  /** Completes the sentence "allowed: ..." where the type does not say it. */
  String allowed() default "";

  /** What is written, where the type does not say it. */
  Form form() default Form.OF_ITS_TYPE;

  /** How a value is written. */
  enum Form {
    OF_ITS_TYPE,
    /** The name or the address of a machine. */
    HOST,
    /** Permission bits in octal. */
    MODE,
    /** A path as clients write it. */
    SFN
  }
}
