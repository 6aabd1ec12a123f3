package org.bora.server.config;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import org.bora.backend.access.DefaultEntry;
import org.bora.backend.authorise.RuleOrigin;
import org.bora.door.gsi.door.AddressRange;
import org.bora.frontend.dispatch.BackendEndpoint;
import org.springframework.boot.context.properties.bind.Name;

/** How the values of a component of {@link Keys} are read. */
final class ValueTypes {

  /** Types that say all by themselves. */
  private static final Map<Class<?>, ValueType<?>> PLAIN =
      Map.of(
          boolean.class,
          Values.flag(),
          double.class,
          Values.ratio(),
          Instant.class,
          Values.instant(),
          OptionalInt.class,
          Values.portOrAuto(),
          URI.class,
          Values.httpUrl(),
          BackendEndpoint.class,
          new ValueType<>("HOST:PORT", "localhost:8445", BackendEndpoint::parse),
          AddressRange.class,
          new ValueType<>(
              "an address or a range of addresses, for example 192.0.2.0/24",
              "192.0.2.0/24",
              AddressRange::parse),
          DefaultEntry.class,
          new ValueType<>(DefaultEntry.FORM, "other::---", DefaultEntry::parse),
          CopySection.Peer.class,
          new ValueType<>(
              "a host name, *.DOMAIN, an address or a network, for example 192.0.2.0/24",
              "192.0.2.0/24",
              CopySection.Peer::parse));

  private ValueTypes() {}

  /** The constructor of a section's record. */
  static Constructor<?> constructor(Class<?> keys) {
    return keys.getDeclaredConstructors()[0];
  }

  /** {@code openPerVo} is the key {@code open-per-vo}. */
  static String name(RecordComponent component) {
    Name other = field(component).getAnnotation(Name.class);
    return other != null
        ? other.value()
        : component.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
  }

  /** What Boot reads at the constructor's parameter stands at the field, too, which is quicker. */
  private static Field field(RecordComponent component) {
    try {
      return component.getDeclaringRecord().getDeclaredField(component.getName());
    } catch (NoSuchFieldException none) {
      throw new IllegalStateException(none); // every component has one
    }
  }

  /** Of an Optional, a list or a map of names what stands in it; otherwise the type itself. */
  static Class<?> element(RecordComponent component) {
    Type type = component.getGenericType();
    if (!(type instanceof ParameterizedType several)) {
      return component.getType();
    }
    Type[] of = several.getActualTypeArguments();
    return (Class<?>) of[of.length - 1];
  }

  /**
   * How it is read.
   *
   * @param base where relative paths begin
   */
  static ValueType<?> of(RecordComponent component, Path base) {
    Class<?> type = element(component);
    Key key = component.getAnnotation(Key.class);
    if (PLAIN.containsKey(type)) {
      return PLAIN.get(type);
    }
    if (type.isEnum()) {
      return Values.oneOf(type);
    }
    if (type == Path.class) {
      return Values.path(base);
    }
    if (type == Duration.class) {
      return Values.duration(Values.durationOf(key.least()), Values.durationOf(key.most()));
    }
    if (type == long.class || type == Long.class) {
      return Values.size(Values.sizeOf(key.least()), Values.sizeOf(key.most()));
    }
    if (type == int.class || type == Integer.class) {
      return key.form() == Key.Form.MODE
          ? Values.mode()
          : Values.number(Integer.parseInt(key.least()), Integer.parseInt(key.most()));
    }
    if (type == Line.class) {
      return Values.text(key.allowed()).as(text -> new Line(text, "", new RuleOrigin("", 0)));
    }
    return switch (key.form()) {
      case HOST -> Values.host(key.allowed());
      case SFN -> Values.sfn();
      default -> key.allowed().isEmpty() ? Values.text() : Values.text(key.allowed());
    };
  }
}
