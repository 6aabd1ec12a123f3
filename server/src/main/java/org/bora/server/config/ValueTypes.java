package org.bora.server.config;

import java.lang.reflect.Constructor;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.bora.backend.access.DefaultEntry;
import org.bora.backend.authorise.RuleOrigin;
import org.bora.backend.operation.copy.AllowedPeers;
import org.bora.door.gsi.door.AddressRange;
import org.bora.frontend.dispatch.BackendEndpoint;
import org.bora.settings.Key;
import org.bora.settings.Keys;
import org.bora.settings.Setting;
import org.bora.settings.Written;

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
          AllowedPeers.Peer.class,
          new ValueType<>(
              "a host name, *.DOMAIN, an address or a network, for example 192.0.2.0/24",
              "192.0.2.0/24",
              AllowedPeers.Peer::parse));

  private ValueTypes() {}

  /** The constructor of a section's record that the binder calls. */
  static Constructor<?> constructor(Class<?> keys) {
    try {
      return keys.getDeclaredConstructor(
          Setting.of(keys).stream().map(Setting::type).toArray(Class<?>[]::new));
    } catch (NoSuchMethodException none) {
      throw new IllegalStateException(none); // every record has it
    }
  }

  /**
   * How it is read.
   *
   * @param base where relative paths begin
   */
  static ValueType<?> of(Setting setting, Path base) {
    Class<?> type = setting.element();
    Key key = setting.says();
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
      return Values.duration(Written.durationOf(key.least()), Written.durationOf(key.most()));
    }
    if (setting.isSize()) {
      ValueType<Long> size = Values.size(Written.sizeOf(key.least()), Written.sizeOf(key.most()));
      return type == int.class ? size.as(Math::toIntExact) : size;
    }
    if (!key.least().isEmpty()) {
      return Values.number(Integer.parseInt(key.least()), Integer.parseInt(key.most()));
    }
    if (type == Line.class) {
      return Values.text(key.allowed()).as(text -> new Line(text, "", new RuleOrigin("", 0)));
    }
    return switch (key.form()) {
      case HOST -> Values.host(key.allowed());
      case MODE -> Values.mode();
      case PORT -> Values.port();
      case PORT_OR_AUTO -> Values.portOrAuto();
      case SFN -> Values.sfn();
      case OF_ITS_TYPE -> key.allowed().isEmpty() ? Values.text() : Values.text(key.allowed());
    };
  }
}
