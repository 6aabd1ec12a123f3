package org.bora.settings;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The keys of this component, which are {@link Keys}, stand among those of the record around it.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Flat {

  /** Defaults that count here, in the order of the components; none: those of the component. */
  String[] presets() default {};
}
