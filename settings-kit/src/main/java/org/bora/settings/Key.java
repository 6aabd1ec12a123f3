package org.bora.settings;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * What the configuration may say for a component of {@link Keys}. A component without a preset is
 * required, unless it is optional, a list or a map.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Key {

  /** Its name in the file; by default that of the component, with hyphens. */
  String name() default "";

  /** The default as it would be written. */
  String preset() default "";

  /** Where the key is not given, this many tenths of {@link #of} hold, at least 1; 0 for none. */
  int tenths() default 0;

  /** A key of the same section, a whole number. */
  String of() default "";

  /** The least number, size ({@code 64KiB}, always with a unit) or duration. */
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
    /** A port from 1 to 65535; in code also 0, which takes a free one. */
    PORT,
    /** A port, or {@code auto}, which is an empty OptionalInt. */
    PORT_OR_AUTO,
    /** A path as clients write it. */
    SFN
  }
}
