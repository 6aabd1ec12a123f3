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
 * @param port of SRM; empty: 8444, or a free port
 * @param httpPort of HTTP; empty if there is no HTTP door; present without a number: 8443, or a
 *     free port
 * @param s3Port of S3; empty if there is no S3 door; present without a number: 9000, or a free port
 * @param s3Buckets whose directories are buckets, besides the areas; clients make buckets there
 * @param httpTurls who may use an https TURL
 * @param httpRecalls whether a GET may recall a file from tape
 * @param scitagsCollectors receivers of SciTags packets about third-party copies
 * @param redirectHost name by which other doors redirect clients to this door
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

  /** Who may use an https TURL. */
  public enum HttpTurls {
    /** There are none. */
    NONE,
    /** Its user, or its holder at the address that requested it. */
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
