package org.bora.server.wire;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.bora.door.gsi.door.GsiDoor;
import org.bora.frontend.health.HealthPort;
import org.bora.frontend.health.HealthSettings;
import org.bora.server.config.FrontendSettings;
import org.bora.server.drain.FrontendDrain;

/** The client port of a role, and its drain. */
final class PortParts {
  private PortParts() {}

  /**
   * An open port.
   *
   * @param drain takes it out of service; does so when it is stopped, too
   */
  record Open(GsiDoor door, FrontendDrain drain) {}

  /**
   * Opens a port; clients are served when this returns.
   *
   * @param name for messages
   * @param listening the address
   * @param able whether it can serve, for load balancers
   */
  static Open open(
      String name,
      Listening listening,
      GsiDoor door,
      Gates gates,
      FrontendSettings settings,
      BooleanSupplier able,
      Running running)
      throws StartFailure {
    listening.start(running.add(name, door)::start, running);
    // who still waits in line then is told so in time to be heard
    Duration grace = settings.door().drainTimeout().dividedBy(2);
    running.add("line before the backend", () -> gates.turns().close(grace));
    FrontendDrain drain = drain(name, settings, door);
    HealthSettings health = settings.health();
    if (health.port().isPresent()) {
      int port = health.port().getAsInt();
      running.add(
          "health port",
          Listening.at("health.port", "health.address", health.address(), port)
              .begin(
                  () -> HealthPort.start(health, () -> drain.isReady() && able.getAsBoolean()),
                  running));
    }
    // stopped first: clients are told, and served
    running.add("clients", () -> drain.finish(settings.door().drainTimeout()));
    return new Open(door, drain);
  }

  /** Where no balancer can ask there is none to wait for. */
  private static FrontendDrain drain(String name, FrontendSettings settings, GsiDoor door) {
    Duration announce = settings.health().port().isPresent() ? settings.announce() : Duration.ZERO;
    return new FrontendDrain(
        new DoorPort(name, door), announce, settings.door().drainTimeout(), System::nanoTime);
  }

  private record DoorPort(String name, GsiDoor door) implements FrontendDrain.Port {
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
}
