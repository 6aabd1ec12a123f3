package org.bora.s3;

import java.time.Clock;
import java.util.List;
import org.bora.api.Backend;
import org.bora.door.gsi.door.Refusals;
import org.bora.door.http.ServiceHandler;
import org.eclipse.jetty.server.Handler;

/** The door as the handler of a port. */
public final class S3Door {
  private S3Door() {}

  /**
   * Builds the door.
   *
   * @param keys finds the keys of signatures
   * @param hosts names of the service, below which buckets are hosts
   * @param connections limits of the port
   * @param refusals gets requests of unknown callers
   */
  public static Handler of(
      S3Service.Parts service,
      ServiceHandler.Parts handling,
      Backend keys,
      List<String> hosts,
      int connections,
      Refusals refusals,
      Clock clock) {
    SigningKeys known = new RememberedKeys(new EngineKeys(keys, clock), clock, connections);
    RememberedCors cors = new RememberedCors(service.buckets(), clock);
    Handler signed =
        new SignedCallers(
            new ServiceHandler(new S3Service(service, cors), handling),
            known,
            hosts,
            clock,
            refusals,
            handling.threads());
    return new Preflights(signed, cors, keys, service.host(), hosts, clock);
  }
}
