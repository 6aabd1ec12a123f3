package org.bora.launcher.wire;

import java.io.IOException;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.bora.api.Backend;
import org.bora.door.gsi.door.GsiDoor;
import org.bora.door.gsi.door.Service;
import org.bora.frontend.health.HealthPort;
import org.bora.frontend.soap.SrmServlet;
import org.bora.launcher.audit.AuditParts;
import org.bora.launcher.config.Configuration;
import org.bora.launcher.config.FrontendSettings;
import org.bora.launcher.drain.FrontendDrain;

/** A frontend before whatever backend it is given. */
final class FrontendParts {
  private FrontendParts() {}

  /**
   * An open SRM port.
   *
   * @param drain takes it out of service; does so when it is stopped, too
   */
  record Open(GsiDoor door, FrontendDrain drain) {}

  /** Opens the SRM port; clients are served when this returns. */
  static Open open(
      Configuration configuration,
      Gates gates,
      int port,
      Backend backend,
      AuditParts audit,
      Observation observation,
      Threads threads,
      Running running)
      throws StartFailure {
    Clock clock = Clock.systemUTC();
    FrontendSettings settings = configuration.frontend();
    String address = "httpg://" + configuration.endpoint().host() + ":" + port + SrmServlet.PATH;
    SrmServlet servlet =
        new SrmServlet(
            gates.before(backend),
            gates.admission(),
            settings.soapAt(address),
            audit.accesses(),
            clock,
            traces(new SecureRandom()),
            observation.watch());
    GsiDoor door =
        new GsiDoor(
            settings.doorOn(port),
            settings.tls(),
            settings.trust(),
            new Service(servlet, caller -> !gates.admission().isBanned(caller)),
            clock,
            threads.timer(),
            observation.counted(audit.refusals()));
    try {
      running.add("SRM port", door).start();
      // who still waits in line then is told so in time to be heard
      Duration grace = settings.doorOn(port).drainTimeout().dividedBy(2);
      running.add("line before the backend", () -> gates.turns().close(grace));
      FrontendDrain drain = drain(settings, door);
      if (settings.health().port().isPresent()) {
        running.add("health port", HealthPort.start(settings.health(), drain::isReady));
      }
      // stopped first: clients are told, and served
      running.add("clients", () -> drain.finish(settings.door().drainTimeout()));
      return new Open(door, drain);
    } catch (IOException e) {
      throw new StartFailure(e.getMessage());
    }
  }

  /** Where no balancer can ask there is none to wait for. */
  private static FrontendDrain drain(FrontendSettings settings, GsiDoor door) {
    Duration announce = settings.health().port().isPresent() ? settings.announce() : Duration.ZERO;
    return new FrontendDrain(
        new DoorPort(door), announce, settings.door().drainTimeout(), System::nanoTime);
  }

  private record DoorPort(GsiDoor door) implements FrontendDrain.Port {
    @Override
    public void leave() {
      door.leave();
    }

    @Override
    public void stay() {
      door.stay();
    }

    @Override
    public void stopListening(Duration patience) throws InterruptedException {
      door.stopListening(patience);
    }

    @Override
    public int connections() {
      return door.openConnections();
    }

    @Override
    public int connectionsOwed() {
      return door.connectionsOwed();
    }
  }

  /** Eight hexadecimal digits of this process, a dash, the number of the call. */
  static Supplier<String> traces(SecureRandom random) {
    byte[] bytes = new byte[4];
    random.nextBytes(bytes);
    String process = HexFormat.of().formatHex(bytes);
    AtomicLong calls = new AtomicLong();
    return () -> process + "-" + calls.incrementAndGet();
  }
}
