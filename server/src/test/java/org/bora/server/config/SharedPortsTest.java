package org.bora.server.config;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Two keys that name one port of one process. */
class SharedPortsTest {
  private static final Path FILE = Path.of("/etc/bora/bora.yaml");
  private static final String AREA =
      """
      areas:
        - {name: a, sfn: /a, root: /a}
      """;

  private static List<String> mistakes(String text) {
    return switch (ConfigurationFile.parse(FILE, text)) {
      case ConfigurationFile.Outcome.Valid _ -> List.of();
      case ConfigurationFile.Outcome.Invalid invalid ->
          invalid.mistakes().stream().map(Mistake::toString).toList();
    };
  }

  @Test
  void bothKeysAreToldWithTheirLines() {
    assertEquals(
        List.of(
            "/etc/bora/bora.yaml:4: admin.port: port 8443 is also that of endpoint.http-port"
                + " (/etc/bora/bora.yaml:2); name another one"),
        mistakes(
            """
            endpoint:
              http-port: 8443
            admin:
              port: 8443
              readers: [CN=r]
            """
                + AREA));
  }

  @Test
  void aDefaultCountsAsWell() {
    assertEquals(
        List.of(
            "/etc/bora/bora.yaml:1: health.port: port 8444 is also that of endpoint.port (its"
                + " default); name another one"),
        mistakes("health: {port: 8444}\n" + AREA));
  }

  @Test
  void aBackendListensForItsFrontendsAndAdministrators() {
    assertEquals(
        List.of(
            "/etc/bora/bora.yaml:2: admin.port: port 8448 is also that of link.port"
                + " (/etc/bora/bora.yaml:1); name another one"),
        mistakes(
            "link: {frontends: [CN=f], port: 8448}\nadmin: {port: 8448, readers: [CN=r]}\n"
                + AREA));
  }

  @Test
  void portsOfDifferentAddressesAreApart() {
    assertEquals(
        List.of(),
        mistakes(
            """
            endpoint: {address: 192.0.2.1, http-port: 8443}
            admin: {address: 127.0.0.1, port: 8443, readers: [CN=r]}
            """
                + AREA));
    assertEquals(
        1,
        mistakes(
                """
                endpoint: {address: '::', http-port: 8443}
                admin: {address: 127.0.0.1, port: 8443, readers: [CN=r]}
                """
                    + AREA)
            .size());
  }

  /** They listen on other machines. */
  @Test
  void whatABackendPublishesOfItsDoorsIsNoPortOfItsOwn() {
    assertEquals(
        List.of(),
        mistakes(
            """
            endpoint: {port: 8445, http-port: 8443}
            link: {frontends: [CN=f]}
            admin: {port: 8443, readers: [CN=r]}
            """
                + AREA));
  }

  @Test
  void aDoorDoesNotListenOnThePortOfSrm() {
    assertEquals(
        List.of(),
        mistakes(
            """
            endpoint: {port: 8443, http-port: 8443}
            link: {backends: ['b:8445']}
            """));
  }

  /** What {@code auto} must not choose: a service that listens later would not get its port. */
  @Test
  void allPortsThatHaveANumberAreNamed() {
    String text =
        """
        endpoint: {port: auto, http-port: 8443, s3-port: auto}
        admin: {port: 8444, readers: [CN=r]}
        """;
    if (!(ConfigurationFile.parse(FILE, text + AREA)
        instanceof ConfigurationFile.Outcome.Valid valid)) {
      throw new AssertionError(mistakes(text + AREA).toString());
    }
    assertEquals(Set.of(8443, 8444), SharedPorts.named(valid.configuration()));
  }

  /** Of two libraries, tape.libraries itself tells. */
  @Test
  void thePortOfATapeLibraryIsNoOthers() {
    String library =
        """
        areas:
          - {name: a, sfn: /a, root: /a, class: d1t1, library: x}
        tape:
          libraries:
            - {name: x, driver: recall-table}
        """;
    assertEquals(List.of(), mistakes(library));
    assertEquals(
        List.of(
            "/etc/bora/bora.yaml:1: health.port: port 8447 is also that of"
                + " tape.libraries[0].recall-table.port (its default); name another one"),
        mistakes("health: {port: 8447}\n" + library));
    List<String> two = mistakes(library + "    - {name: y, driver: recall-table}\n");
    assertEquals(0, two.stream().filter(text -> text.contains("also that of")).count());
  }
}
