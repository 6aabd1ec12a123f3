package org.bora.backend.turl;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.gridftp.watch.GridFtpEndpoint;
import org.bora.gridftp.watch.GridFtpServers;

/**
 * TURLs through the servers of the site: GridFTP, and HTTPS where it is served. A client without a
 * preference gets GridFTP, as long as a GridFTP server is healthy.
 */
public final class SiteTurls implements Turls {

  private final GridFtpServers servers;
  private final Optional<HttpsTurls> https;

  /** Through GridFTP servers alone. */
  public SiteTurls(GridFtpServers servers) {
    this(servers, Optional.empty());
  }

  public SiteTurls(GridFtpServers servers, Optional<HttpsTurls> https) {
    this.servers = servers;
    this.https = https;
  }

  @Override
  public Choice choose(List<String> protocols) {
    List<String> served = new ArrayList<>(servers.protocols());
    https.ifPresent(_ -> served.addAll(HttpsTurls.PROTOCOLS));
    List<String> common = new ArrayList<>();
    for (String protocol : protocols.isEmpty() ? served : protocols) {
      String wanted = protocol.strip().toLowerCase(Locale.ROOT);
      if (served.contains(wanted)) {
        common.add(wanted);
      }
    }
    if (common.isEmpty() && !served.isEmpty()) {
      return none(
          SrmStatus.NOT_SUPPORTED,
          "none of the transfer protocols asked for is served here; this service offers "
              + String.join(", ", served));
    }
    return common.stream()
        .map(this::way)
        .flatMap(Optional::stream)
        .<Choice>map(Choice.Through::new)
        .findFirst()
        .orElseGet(
            () ->
                none(
                    SrmStatus.INTERNAL_ERROR,
                    "no transfer server is available at this moment, try again later"));
  }

  private Optional<Way> way(String protocol) {
    if (HttpsTurls.PROTOCOLS.contains(protocol)) {
      return https.map(port -> new HttpsTurls.Through(protocol, port.authority()));
    }
    return servers.choose(protocol).map(ThroughServer::new);
  }

  private static Choice none(SrmStatus code, String explanation) {
    return new Choice.None(ReturnStatus.of(code, explanation));
  }

  /** {@code gsiftp://host:port/physical/path}. */
  record ThroughServer(GridFtpEndpoint server) implements Way {
    @Override
    public String turl(String physical) {
      String host = server.host().indexOf(':') < 0 ? server.host() : "[" + server.host() + "]";
      return server.protocol()
          + "://"
          + host
          + ":"
          + server.port()
          + UrlPath.encode(server.prefix() + physical);
    }
  }
}
