package org.bora.server.config;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.bora.backend.authorise.RuleOrigin;
import org.bora.server.config.LibrarySettings.TapeSystem;

/**
 * Finds keys that would make one process listen twice on one port. Which keys matter depends on the
 * role that the file is for: a backend's {@code endpoint} describes ports of other machines.
 */
public final class SharedPorts {
  private final Configuration configuration;
  private final Predicate<String> isWrong;
  private final SortedMap<String, WrittenValues.Value> values;

  private SharedPorts(Configuration configuration, Predicate<String> isWrong) {
    this.configuration = configuration;
    this.isWrong = isWrong;
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
    return new SharedPorts(configuration, reading::isWrong).mistakes(reading);
  }

  /**
   * The ports of a process by number, including defaults: none of them may be chosen for a key with
   * {@code auto}.
   */
  public static Set<Integer> named(Configuration configuration) {
    return new SharedPorts(configuration, _ -> false)
        .ports().stream().map(port -> Integer.valueOf(port.number())).collect(Collectors.toSet());
  }

  private List<Mistake> mistakes(ConfigReading reading) {
    List<Mistake> mistakes = new ArrayList<>();
    List<Port> before = new ArrayList<>();
    for (Port port : ports()) {
      before.stream()
          .filter(port::meets)
          .findFirst()
          .ifPresent(other -> mistakes.add(mistake(other, port, reading)));
      before.add(port);
    }
    return mistakes;
  }

  /** At the key that is written, with the place of the other one. */
  private static Mistake mistake(Port one, Port other, ConfigReading reading) {
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

  /** The ports on which the process listens, as far as they have a number. */
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
    if (!isWrong.test(key) && !isWrong.test(addressKey)) {
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
