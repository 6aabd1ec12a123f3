package org.bora.settings;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/** A component of {@link Keys}, with what may stand at its key. */
public final class Setting {
  private static final ClassValue<List<Setting>> OF =
      new ClassValue<>() {
        @Override
        protected List<Setting> computeValue(Class<?> type) {
          return Arrays.stream(type.getRecordComponents()).map(Setting::new).toList();
        }
      };

  private static final Map<Class<?>, Object> ABSENT =
      Map.of(
          Optional.class,
          Optional.empty(),
          OptionalInt.class,
          OptionalInt.empty(),
          OptionalLong.class,
          OptionalLong.empty(),
          List.class,
          List.of(),
          Set.class,
          Set.of(),
          Map.class,
          Map.of());

  private final RecordComponent component;
  private final String name;
  private final Class<?> element;
  private final Optional<Key> says;
  private final Optional<Flat> flat;
  private final Optional<Elsewhere> elsewhere;

  private Setting(RecordComponent component) {
    this.component = component;
    this.name = component.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    this.says = Optional.ofNullable(component.getAnnotation(Key.class));
    this.flat = Optional.ofNullable(component.getAnnotation(Flat.class));
    this.elsewhere = Optional.ofNullable(component.getAnnotation(Elsewhere.class));
    this.element = elementOf();
  }

  /** Those of a record, in its order. */
  public static List<Setting> of(Class<?> type) {
    return OF.get(type);
  }

  private Class<?> elementOf() {
    if (component.getGenericType() instanceof ParameterizedType several) {
      Type[] of = several.getActualTypeArguments();
      return (Class<?>) of[of.length - 1];
    }
    return isOptional()
        ? type() == OptionalInt.class ? Integer.class : Long.class
        : component.getType();
  }

  /** {@code openPerVo} is {@code open-per-vo}. */
  public String name() {
    return name;
  }

  /** The name in the file. */
  public String key() {
    return says.map(Key::name).filter(own -> !own.isEmpty()).orElse(name);
  }

  public Class<?> type() {
    return component.getType();
  }

  /** Of an optional, a list or a map what stands in it; otherwise the type itself. */
  public Class<?> element() {
    return element;
  }

  /** Whether it is a section, a list of sections, or {@link Flat}. */
  public boolean isKeys() {
    return Keys.class.isAssignableFrom(element);
  }

  public boolean isFlat() {
    return flat.isPresent();
  }

  /** Whether it has no key. */
  public boolean isElsewhere() {
    return elsewhere.isPresent();
  }

  /** Its default as it would be written; empty for none. */
  public String preset() {
    return elsewhere.map(Elsewhere::preset).or(() -> says.map(Key::preset)).orElse("");
  }

  /** The value of the default. */
  public Object presetValue() {
    return Presets.value(this, Optional.empty());
  }

  /** Of a flat one; empty where its own count. */
  public List<String> presets() {
    return flat.map(own -> List.of(own.presets())).orElse(List.of());
  }

  /** What may stand there. */
  public Key says() {
    return says.orElseThrow(() -> new IllegalStateException(component + " has no @Key"));
  }

  /** Whether a number is a size, which is written with a unit. */
  public boolean isSize() {
    return says().least().endsWith("B");
  }

  /** Whether it may be absent. */
  public boolean isOptional() {
    return type() == Optional.class
        || type() == OptionalLong.class
        || (type() == OptionalInt.class && form() != Key.Form.PORT_OR_AUTO);
  }

  Key.Form form() {
    return says.map(Key::form).orElse(Key.Form.OF_ITS_TYPE);
  }

  /** The default; null for a mandatory setting. */
  public Object absent() {
    return ABSENT.get(type());
  }

  void check(Object value) {
    Objects.requireNonNull(value, component.getName());
    switch (value) {
      case Duration time -> checkTime(time);
      case Number number -> checkNumber(number.longValue());
      case OptionalInt number -> number.ifPresent(this::checkNumber);
      case OptionalLong number -> number.ifPresent(this::checkNumber);
      case Optional<?> some -> some.ifPresent(this::check);
      case Map<?, ?> map -> map.values().forEach(this::check);
      default -> {
        // bounds are those of numbers and times
      }
    }
  }

  private void checkTime(Duration time) {
    if (isBounded()) {
      Duration least = Written.durationOf(says().least());
      Allowed.within(key(), time, least, Written.durationOf(says().most()));
    }
  }

  private void checkNumber(long number) {
    if (isBounded()) {
      long least = Written.numberOf(says().least());
      Allowed.within(key(), number, least, Written.numberOf(says().most()));
    } else if (form() == Key.Form.PORT) {
      Allowed.within(key(), number, 0, Written.LAST_PORT);
    }
  }

  private boolean isBounded() {
    return says.isPresent() && !says().least().isEmpty();
  }
}
