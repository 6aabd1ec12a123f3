package org.bora.settings;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** This component has no key among those of its record: code sets it, after the file is read. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Elsewhere {

  /** Its value until then, as it would be written; empty for an absent or an empty one. */
  String preset() default "";
}
