package org.bora.port;

import java.time.Duration;
import java.util.concurrent.Executor;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Gives each request a deadline for its body, and a virtual thread that may wait for the body. */
final class GuardHandler extends Handler.Wrapper {

  private final OpenConnections connections;
  private final Duration bodyTime;
  private final Executor virtualThreads;

  GuardHandler(
      Handler port, OpenConnections connections, Duration bodyTime, Executor virtualThreads) {
    super(port);
    this.connections = connections;
    this.bodyTime = bodyTime;
    this.virtualThreads = virtualThreads;
  }

  /** Nothing here waits. */
  @Override
  public InvocationType getInvocationType() {
    return InvocationType.NON_BLOCKING;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    AwaitedRequest awaited = AwaitedRequest.begin(request, connections, bodyTime);
    Response paced = awaited.paced(response);
    Callback end = awaited.answered(paced, callback);
    virtualThreads.execute(() -> serve(awaited, paced, end));
    return true;
  }

  private void serve(Request request, Response response, Callback callback) {
    try {
      if (!super.handle(request, response, callback)) {
        Response.writeError(request, response, callback, HttpStatus.NOT_FOUND_404);
      }
    } catch (Exception | Error failure) {
      Response.writeError(request, response, callback, failure);
    }
  }
}
