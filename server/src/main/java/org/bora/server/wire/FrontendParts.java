package org.bora.server.wire;

import java.security.SecureRandom;
import java.time.Clock;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.bora.api.Backend;
import org.bora.door.gsi.door.GsiDoor;
import org.bora.door.gsi.door.Service;
import org.bora.frontend.soap.SrmServlet;
import org.bora.server.audit.AuditParts;
import org.bora.server.config.Configuration;
import org.bora.server.config.FrontendSettings;

/** A frontend, independent of where its backend is. */
final class FrontendParts {
  private FrontendParts() {}

  /** Opens the SRM port; clients are served when this returns. */
  static PortParts.Open open(
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
    Listening listening = Listening.endpoint("port", configuration.endpoint(), port);
    return PortParts.open("SRM port", listening, door, gates, settings, () -> true, running);
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
