package org.bora.backend.serve;

import io.grpc.BindableService;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.protobuf.services.HealthStatusManager;
import java.util.Objects;
import org.bora.api.wire.HealthNames;

/**
 * Reports the health of this backend to frontends over gRPC's health service (grpc.health.v1). It
 * serves unless it drains or lacks something that it needs. While it does not serve, the gate
 * refuses calls that still arrive, so that the frontend can ask another backend. Thread safe.
 */
public final class ServedHealth {

  private final HealthStatusManager manager = new HealthStatusManager();
  private final CallGate gate;
  private boolean draining;
  private boolean able = true;
  private boolean cutOff;

  ServedHealth(CallGate gate) {
    this.gate = Objects.requireNonNull(gate, "gate");
    tell();
  }

  BindableService service() {
    return manager.getHealthService();
  }

  synchronized void drain() {
    draining = true;
    tell();
  }

  synchronized void resume() {
    draining = false;
    tell();
  }

  /** Whether the backend's database and storage are available. */
  public synchronized void able(boolean now) {
    able = now;
    tell();
  }

  /** Whether it was told to drain. */
  synchronized boolean isDraining() {
    return draining;
  }

  /**
   * Whether its database is away from here: frontends need not wait for the calls that it has,
   * where another backend can do them.
   */
  public synchronized void cutOff(boolean now) {
    cutOff = now;
    tell();
  }

  /** The health reported to frontends. */
  public synchronized boolean isServing() {
    return able && !draining && !cutOff;
  }

  private void tell() {
    if (isServing()) {
      gate.open();
    } else {
      gate.shut();
    }
    manager.setStatus(HealthNames.WHOLE, status(isServing()));
    manager.setStatus(HealthNames.FOR_DOORS, status(isServing()));
    manager.setStatus(HealthNames.PROCESS, status(isServing()));
    manager.setStatus(HealthNames.CALLS_IN_HAND, status(!cutOff));
  }

  private static ServingStatus status(boolean serving) {
    return serving ? ServingStatus.SERVING : ServingStatus.NOT_SERVING;
  }
}
