package org.bora.frontend.dispatch;

import io.grpc.ClientStreamTracer;
import io.grpc.Metadata;

/**
 * How far one message came, as gRPC saw it. What never left this process can be sent to another
 * backend, whatever it asks for. gRPC sends a message again by itself only where the backend said
 * that it had not looked at it; so the last attempt is the one that counts.
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
