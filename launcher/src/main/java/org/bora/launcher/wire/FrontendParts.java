package org.bora.launcher.wire;

import java.io.IOException;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.bora.frontend.dispatch.BackendPool;
import org.bora.frontend.dispatch.RemoteBackend;
import org.bora.frontend.gsi.door.GsiDoor;
import org.bora.frontend.soap.SrmServlet;
import org.bora.launcher.config.Configuration;
import org.bora.launcher.config.FrontendSettings;

/** A frontend over a pool of backends. */
final class FrontendParts {
  private FrontendParts() {}

  /** Opens the SRM port; clients are served when this returns. */
  static GsiDoor open(
      Configuration configuration,
      Gates gates,
      int port,
      BackendPool pool,
      Threads threads,
      Running running)
      throws StartFailure {
    Clock clock = Clock.systemUTC();
    FrontendSettings settings = configuration.frontend();
    String address = "httpg://" + configuration.endpoint().host() + ":" + port + SrmServlet.PATH;
    SrmServlet servlet =
        new SrmServlet(
            gates.before(new RemoteBackend(pool, clock)),
            gates.admission(),
            settings.soapAt(address),
            clock,
            traces(new SecureRandom()));
    GsiDoor door =
        new GsiDoor(
            settings.doorOn(port),
            settings.tls(),
            settings.trust(),
            servlet,
            clock,
            threads.timer());
    try {
      running.add("SRM port", door).start();
      // who still waits in line then is told so in time to be heard
      Duration grace = settings.doorOn(port).drainTimeout().dividedBy(2);
      running.add("line before the backend", () -> gates.turns().close(grace));
    } catch (IOException e) {
      throw new StartFailure(e.getMessage());
    }
    return door;
  }

  /** Eight hexadecimal digits of this process, a dash, the number of the call. */
  private static Supplier<String> traces(SecureRandom random) {
    byte[] bytes = new byte[4];
    random.nextBytes(bytes);
    String process = HexFormat.of().formatHex(bytes);
    AtomicLong calls = new AtomicLong();
    return () -> process + "-" + calls.incrementAndGet();
  }
}
