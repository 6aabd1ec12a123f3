package org.bora.server.wire;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bora.api.Backend;
import org.bora.door.admit.BodyRoom;
import org.bora.door.gsi.door.DoorSettings;
import org.bora.door.gsi.door.GsiDoor;
import org.bora.door.gsi.door.Refusals;
import org.bora.door.gsi.door.Service;
import org.bora.door.http.ServiceHandler;
import org.bora.files.MountedAreas;
import org.bora.files.Name;
import org.bora.frontend.soap.SoapSettings;
import org.bora.s3.Buckets;
import org.bora.s3.S3Door;
import org.bora.s3.S3Service;
import org.bora.s3.S3Tally;
import org.bora.server.config.AreaSettings;
import org.bora.server.config.Configuration;
import org.bora.server.config.EndpointSettings;
import org.bora.server.config.FrontendSettings;

/** The S3 door of a process that has the storage areas mounted. */
final class S3Parts {
  /** A part of 5 GiB at the least rate is sooner done; an object of 5 TiB is many parts. */
  private static final Duration UPLOAD = Duration.ofHours(12);

  private S3Parts() {}

  /** Opens the port; clients are served when this returns. */
  static GsiDoor open(
      Configuration configuration,
      int port,
      HttpParts.Shared shared,
      Threads threads,
      Running running)
      throws StartFailure {
    FrontendSettings settings = configuration.frontend();
    EndpointSettings endpoint = configuration.endpoint();
    Gates gates = shared.gates();
    Backend backend = gates.before(shared.backend());
    SoapSettings calls = settings.soap();
    S3Tally tally = new S3Tally();
    shared.observation().objects(tally);
    S3Service.Parts service =
        new S3Service.Parts(
            backend,
            gates.admission(),
            gates.admission().transfers(),
            new MountedAreas(shared.areas()),
            shared.observation().transfers(),
            buckets(endpoint, configuration.areas()),
            endpoint.host(),
            shared.redirects(),
            new BodyRoom(calls.maxBodyBytesTogether(), calls.maxBodyBytesOfCaller()),
            tally,
            Clock.systemUTC(),
            System::nanoTime);
    ServiceHandler.Parts handling =
        new ServiceHandler.Parts(
            shared.audit().accesses(),
            gates.admission()::isBanned,
            running.add("threads of S3", new ServingThreads()),
            shared.traces(),
            Clock.systemUTC(),
            System::nanoTime,
            shared.observation().watch().calls().errors());
    Refusals refusals = shared.observation().counted(shared.audit().refusals());
    List<String> hosts =
        Stream.concat(Stream.of(endpoint.host()), endpoint.aliases().stream()).toList();
    DoorSettings listening = settings.doorOn(port);
    int connections = listening.bounds().most();
    Clock clock = Clock.systemUTC();
    GsiDoor door =
        new GsiDoor(
            listening,
            settings.tls(),
            settings.trust(),
            new Service(
                new Service.Speaks.Signed(
                    S3Door.of(service, handling, backend, hosts, connections, refusals, clock),
                    UPLOAD),
                caller -> !gates.admission().isBanned(caller)),
            clock,
            threads.timer(),
            refusals);
    Listening.endpoint("s3-port", endpoint, port)
        .start(running.add("S3 port", door)::start, running);
    return door;
  }

  /** Areas whose names are possible ones of buckets, and the place of others. */
  private static Buckets buckets(EndpointSettings endpoint, List<AreaSettings> areas) {
    Map<String, Name> named =
        areas.stream()
            .filter(area -> Buckets.isPossible(area.name()))
            .collect(Collectors.toMap(AreaSettings::name, area -> name(area.sfn())));
    return new Buckets(named, endpoint.s3Buckets().map(S3Parts::name));
  }

  private static Name name(String sfn) {
    Name name = new Name("/", true);
    for (String part : sfn.split("/", -1)) {
      if (!part.isEmpty()) {
        name = name.child(part);
      }
    }
    return name;
  }
}
