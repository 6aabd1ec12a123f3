package org.bora.gridftp.control;

import java.io.IOException;
import java.time.Duration;
import org.bora.gridftp.watch.CheckResult;
import org.bora.gridftp.watch.GridFtpEndpoint;
import org.bora.gridftp.watch.ServerProbe;

/** Connects and reads the greeting: all that can be known of a server without a credential. */
final class GreetingProbe implements ServerProbe {

  private final ControlClient client;

  GreetingProbe(ControlClient client) {
    this.client = client;
  }

  @Override
  public CheckResult check(GridFtpEndpoint server, Duration timeout) {
    try {
      String greeting = client.greeting(server.host(), server.port(), timeout);
      return new CheckResult.Passed(
          "it greets (" + greeting + "); without a credential no more is known");
    } catch (IOException e) {
      return new CheckResult.Failed(e.getMessage());
    }
  }
}
