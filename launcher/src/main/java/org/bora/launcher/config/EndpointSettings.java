package org.bora.launcher.config;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What clients call: the section {@code endpoint}.
 *
 * @param host in SURLs and in the host certificate
 * @param aliases other names of the service, for example of a balancer
 * @param address the frontend listens on
 * @param port of SRM; empty for 8444 or a free one
 * @param httpPort of HTTP, in it empty for 8443 or a free one; empty where HTTP is not spoken
 */
public record EndpointSettings(
    @Key(preset = "localhost", form = Key.Form.HOST, allowed = "the host name of the certificate")
        String host,
    @Key(form = Key.Form.HOST, allowed = "a host name") List<String> aliases,
    @Key(preset = "0.0.0.0", form = Key.Form.HOST, allowed = "an address of this machine")
        String address,
    @Key(preset = "8444") OptionalInt port,
    @Key Optional<OptionalInt> httpPort)
    implements Keys {

  public EndpointSettings {
    Objects.requireNonNull(host, "host");
    Objects.requireNonNull(address, "address");
    Objects.requireNonNull(port, "port");
    Objects.requireNonNull(httpPort, "httpPort");
    aliases = List.copyOf(aliases);
  }
}
