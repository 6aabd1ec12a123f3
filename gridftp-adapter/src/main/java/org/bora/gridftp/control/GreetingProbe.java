package org.bora.gridftp.control;

import java.io.IOException;
import java.time.Duration;
import org.bora.gridftp.door.CheckResult;
import org.bora.gridftp.door.Door;
import org.bora.gridftp.door.DoorProbe;

/** Connects and reads the greeting: all that can be known of a door without a credential. */
final class GreetingProbe implements DoorProbe {

  private final ControlClient client;

  GreetingProbe(ControlClient client) {
    this.client = client;
  }

  @Override
  public CheckResult check(Door door, Duration timeout) {
    try {
      String greeting = client.greeting(door.host(), door.port(), timeout);
      return new CheckResult.Passed(
          "it greets (" + greeting + "); without a credential no more is known");
    } catch (IOException e) {
      return new CheckResult.Failed(e.getMessage());
    }
  }
}
