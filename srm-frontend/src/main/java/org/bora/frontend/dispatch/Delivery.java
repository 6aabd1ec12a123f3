package org.bora.frontend.dispatch;

import io.grpc.ClientStreamTracer;
import io.grpc.Metadata;

/**
 * How far gRPC delivered a message. A message that never left this process can be sent to another
 * backend, whatever its operation. gRPC itself repeats a message only if the backend reported that
 * it had not processed it, so the last attempt decides.
 */
final class Delivery extends ClientStreamTracer.Factory {

  private volatile boolean left;

  @Override
  public ClientStreamTracer newClientStreamTracer(
      ClientStreamTracer.StreamInfo info, Metadata headers) {
    left = false;
    return new ClientStreamTracer() {
      @Override
      public void outboundHeaders() {
        left = true;
      }
    };
  }

  /** Whether a backend may have seen it. */
  boolean hasLeft() {
    return left;
  }
}
