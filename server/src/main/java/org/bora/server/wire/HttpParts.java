package org.bora.server.wire;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.bora.api.Backend;
import org.bora.backend.operation.copy.CopyPeers;
import org.bora.backend.pin.PinSettings;
import org.bora.door.figures.CredentialCounts;
import org.bora.door.figures.CredentialCounts.Shown;
import org.bora.door.gsi.door.GsiDoor;
import org.bora.door.gsi.door.Service;
import org.bora.door.http.ServiceHandler;
import org.bora.door.issuing.IssuingKeys;
import org.bora.door.macaroon.Macaroons;
import org.bora.door.token.BearerJudge;
import org.bora.door.turl.TurlJudge;
import org.bora.files.MountedAreas;
import org.bora.files.Redirects;
import org.bora.frontend.soap.SoapSettings;
import org.bora.gridftp.control.HostAddresses;
import org.bora.gridftp.gss.PeerTrust;
import org.bora.gridftp.gss.ServerTrustSettings;
import org.bora.http.CopyTally;
import org.bora.http.DavService;
import org.bora.http.OtherSide;
import org.bora.http.Rooms;
import org.bora.http.ServiceNames;
import org.bora.http.Streams;
import org.bora.http.ThirdParty;
import org.bora.http.TurlService;
import org.bora.http.accesskey.KeyService;
import org.bora.http.flow.Fireflies;
import org.bora.http.issue.IssueService;
import org.bora.http.remote.RemoteClient;
import org.bora.server.audit.AuditParts;
import org.bora.server.config.Configuration;
import org.bora.server.config.EndpointSettings;
import org.bora.server.config.FrontendSettings;
import org.bora.storage.spi.AreaTree;
import org.bora.taperest.TapeLimits;
import org.bora.taperest.TapeService;

/** The HTTP door of a process that has the storage areas mounted. */
final class HttpParts {
  /** A file of a terabyte at 200 Mbit/s; a client that stalls is noticed long before. */
  private static final Duration UPLOAD = Duration.ofHours(12);

  private HttpParts() {}

  /** Parts that the door shares with the SRM port. */
  record Shared(
      Gates gates,
      Backend backend,
      List<AreaTree> areas,
      AuditParts audit,
      Observation observation,
      Redirects redirects,
      Supplier<String> traces,
      Consumer<Reload.Part> reloads) {}

  /** Copies with the servers that copy.allow permits, by the anchors that judge users too. */
  private static ThirdParty thirdParty(Configuration configuration, Shared shared, Running running)
      throws StartFailure {
    ServerTrustSettings settings =
        new ServerTrustSettings(
            configuration.credentials().trust(), false, ServerTrustSettings.defaults().reload());
    PeerTrust trust = running.add("trust of third-party copies", new PeerTrust(settings));
    HostAddresses addresses =
        new HostAddresses(new CopyPeers(configuration.backend().copies().abroad().allowed()));
    RemoteClient client =
        running.add(
            "client of third-party copies",
            new RemoteClient(
                addresses::of, trust, "Bora/" + FrontendSettings.VERSION, System::nanoTime));
    try {
      client.start();
    } catch (IOException e) {
      throw new StartFailure(e.getMessage());
    }
    CopyTally tally = new CopyTally();
    Streams streams = new Streams(configuration.frontend().admission().transfers(), tally);
    shared.reloads().accept(next -> () -> streams.change(next.frontend().admission().transfers()));
    shared.observation().copies(tally);
    return new ThirdParty(
        client, streams, fireflies(configuration, running), tally, Clock.systemUTC());
  }

  private static ServiceNames names(EndpointSettings endpoint, int port) {
    Set<String> others = new HashSet<>(endpoint.aliases());
    endpoint.redirectHost().ifPresent(others::add);
    return new ServiceNames(endpoint.host(), others, port);
  }

  private static Fireflies fireflies(Configuration configuration, Running running)
      throws StartFailure {
    try {
      return running.add(
          "fireflies",
          Fireflies.open(
              configuration.endpoint().scitagsCollectors().stream()
                  .map(each -> new InetSocketAddress(each.host(), each.port()))
                  .toList(),
              configuration.endpoint().host(),
              "bora/" + FrontendSettings.VERSION,
              Clock.systemUTC()));
    } catch (IOException e) {
      throw new StartFailure("fireflies: " + e.getMessage());
    }
  }

  /** Opens the HTTP port of an all-in-one Bora; clients are served when this returns. */
  static void open(
      Configuration configuration, int port, Shared shared, Threads threads, Running running)
      throws StartFailure {
    GsiDoor door = door(configuration, port, shared, threads, running);
    Listening.endpoint("http-port", configuration.endpoint(), port)
        .start(running.add("HTTP port", door)::start, running);
  }

  /** The door with its parts; its port is not open yet. */
  static GsiDoor door(
      Configuration configuration, int port, Shared shared, Threads threads, Running running)
      throws StartFailure {
    FrontendSettings settings = configuration.frontend();
    Gates gates = shared.gates();
    ServingThreads serving = running.add("threads of HTTP", new ServingThreads());
    String url = "https://" + configuration.endpoint().host() + ":" + port;
    CredentialCounts counts = shared.observation().credentials();
    IssuingKeys keys = MacaroonParts.keys(shared.backend(), running);
    Macaroons macaroons = MacaroonParts.of(configuration, url, keys);
    BearerJudge tokens =
        TokenParts.open(configuration, port, running)
            .refusing(() -> counts.refused(Shown.TOKEN))
            .orElse(macaroons.refusing(() -> counts.refused(Shown.MACAROON)));
    DavService.Parts fileParts =
        new DavService.Parts(
            gates.before(shared.backend()),
            new Rooms(gates.admission(), gates.admission().transfers()),
            new MountedAreas(shared.areas()),
            shared.observation().transfers(),
            names(configuration.endpoint(), port),
            thirdParty(configuration, shared, running),
            new OtherSide(tokens, gates.admission()::isBanned),
            shared.redirects(),
            configuration.endpoint().httpRecalls()
                ? Optional.of(Clock.systemUTC())
                : Optional.empty(),
            System::nanoTime);
    ServiceHandler.Parts parts =
        new ServiceHandler.Parts(
            shared.audit().accesses(),
            gates.admission()::isBanned,
            serving,
            shared.traces(),
            Clock.systemUTC(),
            System::nanoTime,
            shared.observation().watch().calls().errors());
    TurlJudge turls = new TurlJudge(keys, () -> counts.refused(Shown.TURL));
    TurlService transfers = new TurlService(fileParts, turls, gates.admission()::isBanned);
    IssueService issuing =
        new IssueService(gates.admission(), macaroons, counts, url, Clock.systemUTC());
    return new GsiDoor(
        settings.doorOn(port),
        settings.tls(),
        settings.trust(),
        new Service(
            new Service.Speaks.Http(
                ServiceHandler.of(
                    List.of(
                        transfers, // before all others: a bare URL is to reach nothing else
                        tape(configuration, port, shared),
                        keys(shared),
                        issuing,
                        new DavService(fileParts)),
                    parts),
                UPLOAD,
                tokens,
                Optional.of(turls)),
            caller -> !gates.admission().isBanned(caller)),
        Clock.systemUTC(),
        threads.timer(),
        shared.observation().counted(shared.audit().refusals()));
  }

  private static KeyService keys(Shared shared) {
    return new KeyService(shared.gates().before(shared.backend()), shared.gates().admission());
  }

  /** Its paths are its own: a storage area below one of them is not reached by HTTP. */
  private static TapeService tape(Configuration configuration, int port, Shared shared) {
    String host = configuration.endpoint().host();
    SoapSettings calls = configuration.frontend().soap();
    PinSettings pins = configuration.backend().requests().pins();
    TapeLimits limits =
        new TapeLimits(
            pins.limits().files(),
            configuration.backend().directories().functions().maxSurls(),
            calls.maxBodyBytes(),
            calls.maxBodyBytesTogether(),
            calls.maxBodyBytesOfCaller(),
            pins.lifetimes().pinDefault());
    return new TapeService(
        new TapeService.Parts(
            shared.gates().before(shared.backend()),
            shared.gates().admission(),
            host,
            "https://" + host + ":" + port + "/api/v1",
            configuration.site().name().orElse(host),
            limits));
  }
}
