package org.bora.server.config;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import org.bora.backend.authorise.RuleOrigin;
import org.bora.server.config.LibrarySettings.TapeSystem;

/**
 * Keys by which one process would have to listen twice on one port. Which keys count depends on
 * what the file is for: a backend's {@code endpoint} describes ports of other machines.
 */
final class SharedPorts {
  private final Configuration configuration;
  private final ConfigReading reading;
  private final SortedMap<String, WrittenValues.Value> values;

  private SharedPorts(Configuration configuration, ConfigReading reading) {
    this.configuration = configuration;
    this.reading = reading;
    this.values = configuration.values().byKey();
  }

  private record Port(String key, String number, String address) {
    boolean meets(Port other) {
      return number.equals(other.number)
          && !(isBoard() && other.isBoard()) // told at tape
          && (address.equals(other.address) || isAll(address) || isAll(other.address));
    }

    private boolean isBoard() {
      return key.startsWith("tape.");
    }

    private static boolean isAll(String address) {
      try {
        return InetAddress.ofLiteral(address).isAnyLocalAddress();
      } catch (IllegalArgumentException name) {
        return false;
      }
    }
  }

  /** One for each port that a key before it has, too. */
  static List<Mistake> mistakes(Configuration configuration, ConfigReading reading) {
    return new SharedPorts(configuration, reading).mistakes();
  }

  private List<Mistake> mistakes() {
    List<Mistake> mistakes = new ArrayList<>();
    List<Port> before = new ArrayList<>();
    for (Port port : ports()) {
      before.stream()
          .filter(port::meets)
          .findFirst()
          .ifPresent(other -> mistakes.add(mistake(other, port)));
      before.add(port);
    }
    return mistakes;
  }

  /** At the key that is written, with the place of the other one. */
  private Mistake mistake(Port one, Port other) {
    boolean second = reading.origin(other.key()).isPresent();
    Port here = second ? other : one;
    Port there = second ? one : other;
    String text =
        "port "
            + here.number()
            + " is also that of "
            + there.key()
            + " ("
            + reading.origin(there.key()).map(RuleOrigin::toString).orElse("its default")
            + "); name another one";
    return Mistake.at(reading.origin(here.key()).orElseThrow(), here.key(), text);
  }

  /** Those that the process listens on, as far as they have a number. */
  private List<Port> ports() {
    List<Port> ports = new ArrayList<>();
    boolean backend = configuration.link().serve().isPresent();
    boolean linked = backend || configuration.link().dispatch().isPresent();
    boolean door = linked && !backend && configuration.endpoint().httpPort().isPresent();
    if (backend) {
      add("link.port", "link.address", ports);
    } else {
      if (!door) {
        add("endpoint.port", "endpoint.address", ports);
      }
      if (door || !linked) {
        add("endpoint.http-port", "endpoint.address", ports);
        add("endpoint.s3-port", "endpoint.address", ports);
      }
      add("health.port", "health.address", ports);
    }
    if (!linked && configuration.gridftp().run()) {
      add("gridftp.port", "gridftp.address", ports);
    }
    if (backend || !linked) {
      boards(ports);
    }
    add("admin.port", "admin.address", ports);
    return ports;
  }

  private void boards(List<Port> ports) {
    List<LibrarySettings> libraries = configuration.backend().tape().libraries();
    for (int i = 0; i < libraries.size(); i++) {
      if (libraries.get(i).system() instanceof TapeSystem.RecallTable) {
        String table = "tape.libraries[" + i + "].recall-table.";
        add(table + "port", table + "host", ports);
      }
    }
  }

  private void add(String key, String addressKey, List<Port> ports) {
    if (!reading.isWrong(key) && !reading.isWrong(addressKey)) {
      text(key)
          .filter(number -> number.matches("[0-9]+"))
          .ifPresent(number -> ports.add(new Port(key, number, text(addressKey).orElse(""))));
    }
  }

  private Optional<String> text(String key) {
    return Optional.ofNullable(values.get(key))
        .flatMap(value -> value.texts().stream().findFirst());
  }
}
