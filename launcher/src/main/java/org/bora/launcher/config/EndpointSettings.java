package org.bora.launcher.config;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What clients call.
 *
 * @param host in SURLs and in the host certificate
 * @param aliases other names of the service, for example of a balancer
 * @param address the frontend listens on
 * @param port of SRM; empty for 8444 or a free one
 * @param httpPort of HTTP, in it empty for 8443 or a free one; empty where HTTP is not spoken
 */
public record EndpointSettings(
    String host,
    List<String> aliases,
    String address,
    OptionalInt port,
    Optional<OptionalInt> httpPort) {

  public EndpointSettings {
    Objects.requireNonNull(host, "host");
    Objects.requireNonNull(address, "address");
    Objects.requireNonNull(port, "port");
    Objects.requireNonNull(httpPort, "httpPort");
    aliases = List.copyOf(aliases);
  }

  static EndpointSettings read(Section section) {
    EndpointSettings settings =
        new EndpointSettings(
            section.value("host", Values.host("the host name of the certificate"), "localhost"),
            section.list("aliases", Values.host("a host name")),
            section.value("address", Values.host("an address of this machine"), "0.0.0.0"),
            section.value("port", Values.portOrAuto(), "8444"),
            section.optional("http-port", Values.portOrAuto()));
    section.finish();
    return settings;
  }
}
