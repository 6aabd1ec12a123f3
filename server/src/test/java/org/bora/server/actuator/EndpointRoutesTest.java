package org.bora.server.actuator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.bora.admin.AdminCall;
import org.bora.admin.AdminReply;
import org.bora.admin.AdminRole;
import org.bora.admin.AdminRoute;
import org.bora.admin.AdminRoutes;
import org.bora.admin.Administrator;
import org.bora.audit.AuditTrail;
import org.bora.server.admin.RunningConfiguration;
import org.bora.server.config.ConfigurationFile;
import org.bora.server.drain.ServiceState;
import org.bora.server.home.FirstConfiguration;
import org.bora.server.home.Home;
import org.bora.server.metrics.Metrics;
import org.bora.server.wire.BoraApplication;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import org.springframework.context.ConfigurableApplicationContext;

class EndpointRoutesTest {
  private static final String LOGGER = "org.bora.server.actuator.changed";
  private static final Administrator READER = new Administrator("CN=Bob", AdminRole.READER);
  private static final Administrator ADMIN = new Administrator("CN=Alice", AdminRole.ADMIN);

  @TempDir Path directory;

  private final ProcessHealth health = new ProcessHealth();
  private final Metrics metrics = new Metrics();
  private Optional<String> trouble = Optional.empty();
  private Optional<String> doors = Optional.empty();
  private ServiceState state = ServiceState.SERVING;
  private ConfigurableApplicationContext context;
  private AdminRoutes routes;

  @BeforeEach
  void start() throws IOException {
    health.need("database", () -> trouble);
    health.need(HealthGroup.DOORS, () -> doors);
    health.service(() -> state);
    Home home = new Home(directory);
    home.create();
    FirstConfiguration.provide(home, FirstConfiguration.Kind.DISK);
    RunningConfiguration configuration =
        new RunningConfiguration(
            ((ConfigurationFile.Outcome.Valid) ConfigurationFile.read(home.configuration()))
                .configuration());
    context =
        new BoraApplication(
                new Actuator(Map.of("name", "bora"), health, metrics::collectors, configuration))
            .run();
    routes = new AdminRoutes(EndpointRoutes.of(context), AuditTrail.off());
  }

  @AfterEach
  void stop() {
    context.close();
    metrics.close();
    ((Logger) LoggerFactory.getLogger(LOGGER)).setLevel(null);
  }

  private AdminReply ask(String method, String path, String body, Administrator who) {
    return routes.reply(AdminCall.of(method, path, Map.of(), new AdminCall.Body(body), who));
  }

  private AdminReply get(String path) {
    return ask("GET", path, "", READER);
  }

  @Test
  void everyEndpointAnswersAReaderAndIsListed() {
    String index = get("/actuator").text();
    for (String name :
        new String[] {"health", "prometheus", "loggers", "info", "threaddump", "configprops"}) {
      AdminReply reply = get("/actuator/" + name);
      assertEquals(200, reply.status(), name + ": " + reply.text());
      assertTrue(index.contains("\"/actuator/" + name + "\""), index);
    }
    assertTrue(get("/actuator/info").text().contains("\"name\":\"bora\""));
    assertTrue(get("/actuator/threaddump").text().contains("\"threads\":[{"));
    assertTrue(get("/actuator/configprops").text().contains("\"database.embedded\""));
  }

  @Test
  void prometheusGetsTheTextFormatOfTheFigures() {
    AdminReply reply = get("/actuator/prometheus");
    assertEquals("text/plain;version=0.0.4;charset=utf-8", reply.mediaType());
    assertTrue(reply.text().contains("# TYPE jvm_memory_used_bytes gauge"), reply.text());
  }

  @Test
  void troubleOfANeedIsTroubleOfReadinessAndNotOfLivenessNorOfTheBalancer() {
    trouble = Optional.of("the database cannot be reached: gone");
    AdminReply all = get("/actuator/health");
    assertEquals(503, all.status());
    assertTrue(all.text().contains("the database cannot be reached: gone"), all.text());
    assertEquals(503, get("/actuator/health/readiness").status());
    assertEquals(200, get("/actuator/health/liveness").status());
    assertEquals(200, get("/actuator/health/balancer").status());
    assertEquals(503, get("/actuator/health/database").status());
    assertEquals(503, get("/actuator/health/readiness/database").status());
  }

  @Test
  void aProcessThatDrainsIsToGetNoClientsAndNotToBeStartedAnew() {
    state = ServiceState.DRAINING;
    assertEquals(503, get("/actuator/health/balancer").status());
    assertEquals(503, get("/actuator/health/readiness").status());
    assertEquals(200, get("/actuator/health/liveness").status());
    assertTrue(get("/actuator/health").text().contains("\"state\":\"draining\""));
  }

  @Test
  void withoutAGridFtpServerCallsAreServedAllTheSame() {
    doors = Optional.of("no GridFTP server is healthy");
    assertEquals(503, get("/actuator/health").status());
    assertEquals(200, get("/actuator/health/readiness").status());
  }

  @Test
  void whatNobodyKnowsIsNotThere() {
    assertEquals(404, get("/actuator/health/nonsense").status());
    assertEquals(404, get("/actuator/nonsense").status());
    assertEquals(404, get("/actuator/env").status());
    assertEquals(404, get("/actuator/heapdump").status());
    assertEquals(404, get("/actuator/shutdown").status());
  }

  @Test
  void aReaderMakesNoLoggerByAskingForIt() {
    assertEquals(404, get("/actuator/loggers/org.bora.made.up").status());
    assertNull(((LoggerContext) LoggerFactory.getILoggerFactory()).exists("org.bora.made.up"));
  }

  @Test
  void anAdminSetsALevelOfTheLogAndAReaderDoesNot() {
    Logger logger = (Logger) LoggerFactory.getLogger(LOGGER);
    String body = "{\"configuredLevel\":\"DEBUG\"}";
    assertEquals(403, ask("POST", "/actuator/loggers/" + LOGGER, body, READER).status());
    assertNull(logger.getLevel());
    AdminReply done = ask("POST", "/actuator/loggers/" + LOGGER, body, ADMIN);
    assertEquals(204, done.status(), done.text());
    assertEquals(Level.DEBUG, logger.getLevel());
    assertTrue(get("/actuator/loggers/" + LOGGER).text().contains("\"effectiveLevel\":\"DEBUG\""));
    AdminReply wrong =
        ask("POST", "/actuator/loggers/" + LOGGER, "{\"configuredLevel\":\"LOUD\"}", ADMIN);
    assertEquals(400, wrong.status(), wrong.text());
    assertEquals(Level.DEBUG, logger.getLevel());
    assertEquals(204, ask("POST", "/actuator/loggers/" + LOGGER, "{}", ADMIN).status());
    assertNull(logger.getLevel(), "what is not said goes by its parent");
  }

  @Test
  void nothingOfTheMachineSetsUpTheApplication() {
    assertNotNull(System.getProperty("java.version"));
    assertNull(context.getEnvironment().getProperty("java.version"));
    assertNotNull(System.getenv("PATH"));
    assertNull(context.getEnvironment().getProperty("PATH"));
  }

  @Test
  void whatChangesIsForAdminsAlone() {
    for (AdminRoute route : routes.routes()) {
      assertEquals(
          route.method().equals("GET"),
          route.role() == AdminRole.READER,
          route.method() + route.path());
    }
    assertFalse(routes.routes().isEmpty());
  }
}
