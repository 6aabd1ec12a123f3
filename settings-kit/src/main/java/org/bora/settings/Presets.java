package org.bora.settings;

import java.lang.reflect.Constructor;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Records made of the defaults of their keys. */
final class Presets {

  private Presets() {}

  static <S> S of(Class<S> type) {
    return of(type, List.of());
  }

  /**
   * The record.
   *
   * @param others defaults that count in place of those of its keys; empty for none
   */
  private static <S> S of(Class<S> type, List<String> others) {
    List<Setting> settings = Setting.of(type);
    Object[] values = new Object[settings.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] =
          value(settings.get(i), others.isEmpty() ? Optional.empty() : Optional.of(others.get(i)));
    }
    try {
      Class<?>[] types = settings.stream().map(Setting::type).toArray(Class<?>[]::new);
      Constructor<S> canonical = type.getDeclaredConstructor(types);
      canonical.setAccessible(true);
      return canonical.newInstance(values);
    } catch (ReflectiveOperationException refused) {
      throw new IllegalStateException("the defaults of " + type + " are not allowed", refused);
    }
  }

  static Object value(Setting setting, Optional<String> other) {
    if (setting.isKeys() && setting.type() == setting.element()) {
      return of(setting.type(), setting.presets());
    }
    String preset = other.orElseGet(setting::preset);
    boolean nothing = preset.isEmpty() && setting.absent() != null;
    return nothing ? setting.absent() : read(setting, preset);
  }

  private static Object read(Setting setting, String text) {
    Class<?> type = setting.type();
    if (type == int.class) {
      return setting.form() == Key.Form.MODE
          ? Integer.parseInt(text, 8)
          : Math.toIntExact(Written.numberOf(text));
    }
    if (type == OptionalInt.class) {
      return OptionalInt.of(Integer.parseInt(text));
    }
    if (type == long.class) {
      return Written.numberOf(text);
    }
    if (type == boolean.class) {
      return Boolean.valueOf(text);
    }
    if (type == Duration.class) {
      return Written.durationOf(text);
    }
    if (type == Path.class) {
      return Path.of(text);
    }
    if (type.isEnum()) {
      return Arrays.stream(type.getEnumConstants())
          .filter(each -> Written.write((Enum<?>) each).equals(text))
          .findFirst()
          .orElseThrow();
    }
    return text;
  }
}
