package org.bora.audit;

import java.nio.file.Path;
import java.time.Clock;
import java.util.concurrent.Executors;

/** A process that writes line after line and answers each, until somebody kills it. */
final class ShortLived {

  private ShortLived() {}

  public static void main(String[] arguments) throws Exception {
    AuditLog log =
        AuditLog.open(
            AuditSettings.defaults(),
            new AuditLog.Place(Path.of(arguments[0]), "h", "bora"),
            Clock.systemUTC(),
            System::nanoTime,
            Executors.newSingleThreadScheduledExecutor());
    for (int i = 0; i < 4; i++) {
      int client = i;
      Thread.ofPlatform().start(() -> serve(log, client));
    }
  }

  private static void serve(AuditLog log, int client) {
    for (int call = 0; true; call++) {
      String answer = client + "/" + call;
      log.write(log.lines().begin("test").text("text", answer).end());
      synchronized (ShortLived.class) {
        System.out.println(answer);
        System.out.flush();
      }
    }
  }
}
