package org.bora.server.config;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.bora.settings.Keys;
import org.bora.settings.Setting;
import org.bora.settings.Written;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * A record of settings that exists is valid: each refuses by itself what its keys do not allow. The
 * records are all those that a configuration holds, so a new one is tested unasked.
 */
class SettingsRecordsTest {

  @TestFactory
  Stream<DynamicTest> everyRecordHoldsTheBoundsOfItsKeys() {
    return records().stream()
        .flatMap(
            type ->
                Setting.of(type).stream()
                    .filter(setting -> !outside(setting).isEmpty())
                    .map(setting -> test(type, setting)));
  }

  @Test
  void mostRecordsAreSeen() {
    assertTrue(records().size() > 25, records()::toString);
  }

  private static DynamicTest test(Class<? extends Record> type, Setting setting) {
    return DynamicTest.dynamicTest(
        type.getSimpleName() + "." + setting.name(),
        () -> {
          for (Object value : outside(setting)) {
            InvocationTargetException refusal =
                assertThrows(
                    InvocationTargetException.class,
                    () -> make(type, setting, value),
                    value::toString);
            String told =
                assertInstanceOf(IllegalArgumentException.class, refusal.getCause()).getMessage();
            assertTrue(told.startsWith(setting.key() + " is "), told);
          }
        });
  }

  private static void make(Class<? extends Record> type, Setting setting, Object value)
      throws ReflectiveOperationException {
    Record usual = Keys.defaults(type);
    List<Object> values = new ArrayList<>();
    for (RecordComponent component : type.getRecordComponents()) {
      component.getAccessor().setAccessible(true);
      values.add(component.getAccessor().invoke(usual));
    }
    values.set(Setting.of(type).indexOf(setting), value);
    var constructor = ValueTypes.constructor(type);
    constructor.setAccessible(true);
    constructor.newInstance(values.toArray());
  }

  /** One less than the least and one more than the most. */
  private static List<Object> outside(Setting setting) {
    if (setting.isKeys() || setting.isElsewhere() || setting.says().least().isEmpty()) {
      return List.of();
    }
    String least = setting.says().least();
    String most = setting.says().most();
    Class<?> type = setting.type();
    if (type == Duration.class) {
      return List.of(
          Written.durationOf(least).minusMillis(1), Written.durationOf(most).plusMillis(1));
    }
    if (type == int.class) {
      return Stream.of(Written.sizeOf(least) - 1, Written.sizeOf(most) + 1)
          .filter(value -> value == value.intValue())
          .map(value -> (Object) value.intValue())
          .toList();
    }
    List<Object> longs = List.of(Written.sizeOf(least) - 1, Written.sizeOf(most) + 1);
    if (type == OptionalLong.class) {
      return longs.stream().map(value -> (Object) OptionalLong.of((Long) value)).toList();
    }
    return type == long.class ? longs : List.of();
  }

  /** All that a configuration holds. */
  private static Set<Class<? extends Record>> records() {
    Set<Class<?>> reached = new LinkedHashSet<>();
    reach(Configuration.class, reached);
    Set<Class<? extends Record>> records = new LinkedHashSet<>();
    reached.stream()
        .filter(Keys.class::isAssignableFrom)
        .forEach(type -> records.add(type.asSubclass(Record.class)));
    return records;
  }

  private static void reach(Type type, Set<Class<?>> reached) {
    if (type instanceof ParameterizedType several) {
      Stream.of(several.getActualTypeArguments()).forEach(each -> reach(each, reached));
    } else if (type instanceof Class<?> record && record.isRecord() && reached.add(record)) {
      for (RecordComponent component : record.getRecordComponents()) {
        reach(component.getGenericType(), reached);
      }
    } else if (type instanceof Class<?> several && several.isSealed()) {
      Stream.of(several.getPermittedSubclasses()).forEach(each -> reach(each, reached));
    }
  }
}
