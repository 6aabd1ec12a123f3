package org.bora.server.config;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.bora.settings.Keys;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.PlaceholdersResolver;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.core.convert.ConversionFailedException;
import org.springframework.core.convert.ConversionService;
import org.springframework.core.convert.TypeDescriptor;

/**
 * Boot's binder for one reading of the configuration. It does not stop at a mistake, and reports
 * all of them (docs/adr/0051).
 */
final class Binding implements BindHandler {
  private final GivenValues values = new GivenValues();
  private final Consumer<Mistake> mistakes;
  private final Binder binder;

  Binding(Consumer<Mistake> mistakes) {
    this.mistakes = mistakes;
    // one for all sections: each has converters of its own
    this.binder =
        new Binder(
            List.of(values),
            PlaceholdersResolver.NONE,
            List.of(new Reader()),
            null,
            this,
            (bindable, nested) -> {
              Class<?> made = bindable.getType().resolve(Object.class);
              return Keys.class.isAssignableFrom(made) ? ValueTypes.constructor(made) : null;
            });
  }

  /** What is given, which comes before the binding. */
  GivenValues values() {
    return values;
  }

  /** Makes the record of a section. A valid value replaces an invalid one. */
  <R> R bind(String path, Class<R> type) {
    return binder.bind(ConfigurationPropertyName.of(path), Bindable.of(type)).get();
  }

  @Override
  public Object onFailure(
      ConfigurationPropertyName name, Bindable<?> target, BindContext context, Exception error)
      throws Exception {
    ConfigurationProperty property = values.getConfigurationProperty(name);
    if (property != null && property.getValue() instanceof Given given) {
      mistakes.accept(given.mistake());
      return inPlace(given.type().sampleValue(), target.getType().resolve(Object.class));
    }
    Section section = values.section(name);
    if (section != null && error.getCause() instanceof IllegalArgumentException refusal) {
      section.refused(refusal);
      return Keys.defaults(target.getType().resolve(Object.class).asSubclass(Record.class));
    }
    throw error;
  }

  private static Object inPlace(Object value, Class<?> target) {
    if (target == OptionalInt.class && value instanceof Integer number) {
      return OptionalInt.of(number);
    }
    if (target == OptionalLong.class) {
      return OptionalLong.of(((Number) value).longValue());
    }
    return target == Optional.class ? Optional.of(value) : value;
  }

  /** Reads the given values; no others need to be read. */
  private static final class Reader implements ConversionService {
    @Override
    public boolean canConvert(Class<?> source, Class<?> target) {
      return source == Given.class;
    }

    @Override
    public boolean canConvert(TypeDescriptor source, TypeDescriptor target) {
      return source.getType() == Given.class;
    }

    @Override
    public <T> T convert(Object source, Class<T> target) {
      return target.cast(((Given) source).value());
    }

    @Override
    public Object convert(Object source, TypeDescriptor from, TypeDescriptor target) {
      try {
        return inPlace(((Given) source).value(), target.getType());
      } catch (IllegalArgumentException notAllowed) {
        throw new ConversionFailedException(from, target, source, notAllowed);
      }
    }
  }
}
