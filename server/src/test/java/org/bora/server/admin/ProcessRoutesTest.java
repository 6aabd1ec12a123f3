package org.bora.server.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.bora.admin.AdminCall;
import org.bora.admin.AdminReply;
import org.bora.admin.AdminRole;
import org.bora.admin.AdminRoutes;
import org.bora.admin.Administrator;
import org.bora.audit.AuditTrail;
import org.bora.server.config.Configuration;
import org.bora.server.config.ConfigurationFile;
import org.bora.server.drain.Drain;
import org.bora.server.status.StateSources;
import org.junit.jupiter.api.Test;

class ProcessRoutesTest {
  private static final Administrator READER = new Administrator("CN=reader", AdminRole.READER);

  private static Configuration configuration(String text) {
    return assertInstanceOf(
            ConfigurationFile.Outcome.Valid.class,
            ConfigurationFile.parse(Path.of("/etc/bora/bora.yaml"), text))
        .configuration();
  }

  private static AdminReply ask(String path, Configuration configuration) {
    StateSources sources = new StateSources("backend", "1", Clock.systemUTC());
    Drain drain = new Drain("backend", List.of(), state -> {});
    ProcessRoutes routes =
        new ProcessRoutes(() -> sources.now(drain), new RunningConfiguration(configuration), drain);
    return new AdminRoutes(List.copyOf(routes.all()), AuditTrail.off())
        .reply(AdminCall.of("GET", path, Map.of(), AdminCall.Body.NONE, READER));
  }

  @Test
  void aReaderSeesTheConfigurationWithoutItsSecrets() {
    AdminReply reply =
        ask(
            "/v1/config",
            configuration(
                "database: {url: 'jdbc:mysql://u:a@geheim@one:3306/bora?sslMode=VERIFY_CA"
                    + "&trustStorePassword=a;geheim&pass%77ord=geheim&connectTimeout=500'}"));
    assertEquals(200, reply.status());
    assertFalse(reply.text().contains("geheim"), reply.text());
    assertTrue(
        reply
            .text()
            .contains(
                "jdbc:mysql://***@one:3306/bora?sslMode=VERIFY_CA"
                    + "&trustStorePassword=***&pass%77ord=***&connectTimeout=500"),
        reply.text());
  }
}
