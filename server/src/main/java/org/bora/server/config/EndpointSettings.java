package org.bora.server.config;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.bora.frontend.dispatch.BackendEndpoint;
import org.bora.settings.Key;
import org.bora.settings.Keys;

/**
 * What clients call: the section {@code endpoint}.
 *
 * @param host in SURLs and in the host certificate
 * @param aliases other names of the service, for example of a balancer
 * @param address the frontend listens on
 * @param port of SRM; empty for 8444 or a free one
 * @param httpPort of HTTP, in it empty for 8443 or a free one; empty where HTTP is not spoken
 * @param s3Port of S3, in it empty for 9000 or a free one; empty where S3 is not spoken
 * @param s3Buckets whose directories are buckets, besides the areas; clients make buckets there
 * @param httpTurls whom TURLs of HTTPS are made for
 * @param httpRecalls whether a GET brings a file back from tape
 * @param scitagsCollectors of what is told of flows of third-party copies
 * @param redirectHost by which clients reach this very door, where doors send them to each other
 */
public record EndpointSettings(
    @Key(preset = "localhost", form = Key.Form.HOST, allowed = "the host name of the certificate")
        String host,
    @Key(form = Key.Form.HOST, allowed = "a host name") List<String> aliases,
    @Key(preset = "0.0.0.0", form = Key.Form.HOST, allowed = "an address of this machine")
        String address,
    @Key(preset = "8444", form = Key.Form.PORT_OR_AUTO) OptionalInt port,
    @Key(form = Key.Form.PORT_OR_AUTO) Optional<OptionalInt> httpPort,
    @Key(form = Key.Form.PORT_OR_AUTO) Optional<OptionalInt> s3Port,
    @Key(form = Key.Form.SFN) Optional<String> s3Buckets,
    @Key(preset = "any-address") HttpTurls httpTurls,
    @Key(preset = "false") boolean httpRecalls,
    @Key List<BackendEndpoint> scitagsCollectors,
    @Key(form = Key.Form.HOST, allowed = "a host name of the certificate")
        Optional<String> redirectHost)
    implements Keys {

  /** Who can use a TURL of HTTPS. */
  public enum HttpTurls {
    /** There are none. */
    NONE,
    /** Its user, or who has it, from the address that asked for it. */
    ONE_ADDRESS,
    /** The same from anywhere. */
    ANY_ADDRESS
  }

  public EndpointSettings {
    Objects.requireNonNull(host, "host");
    Objects.requireNonNull(address, "address");
    Objects.requireNonNull(port, "port");
    Objects.requireNonNull(httpTurls, "httpTurls");
    Objects.requireNonNull(httpPort, "httpPort");
    Objects.requireNonNull(s3Port, "s3Port");
    Objects.requireNonNull(s3Buckets, "s3Buckets");
    Objects.requireNonNull(redirectHost, "redirectHost");
    aliases = List.copyOf(aliases);
    scitagsCollectors = List.copyOf(scitagsCollectors);
  }
}
