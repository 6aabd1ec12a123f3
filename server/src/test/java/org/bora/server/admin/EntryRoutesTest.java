package org.bora.server.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import javax.sql.DataSource;
import org.bora.admin.AdminCall;
import org.bora.admin.AdminRefusal;
import org.bora.admin.AdminReply;
import org.bora.admin.Administrator;
import org.bora.api.word.FileStorageType;
import org.bora.backend.database.Transactions;
import org.bora.backend.desk.EntryDesk;
import org.bora.backend.desk.FileDesk;
import org.bora.backend.locate.Keeping;
import org.bora.backend.locate.LocateSettings;
import org.bora.backend.locate.Locator;
import org.bora.backend.locate.OwnerRule;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.locate.SurlLocator;
import org.bora.backend.request.TokenSource;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is refused before anything is looked at, and what the storage refuses. */
class EntryRoutesTest {

  /** Whose filesystem is silent. */
  private static final StorageArea AREA =
      new StorageArea(
          "atlas",
          "/atlas",
          nothing(
              AreaTree.class,
              new StorageException(Reason.SILENT, "area atlas does not answer; not asked")),
          Keeping.DISK,
          "ATLAS",
          "ATLAS",
          Set.of(FileStorageType.PERMANENT),
          OwnerRule.DN);

  private static <T> T nothing(Class<T> type, Throwable always) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              throw always;
            }));
  }

  private static AdminReply ask(Map<String, String> parameters) {
    Locator locator = new SurlLocator(new LocateSettings(List.of("se.example.org")), List.of(AREA));
    DataSource none = nothing(DataSource.class, new IllegalStateException("no database here"));
    Transactions transactions = new Transactions(none, none, _ -> {}, new Random(1));
    TokenSource tokens =
        new TokenSource(
            Clock.fixed(Instant.EPOCH, java.time.ZoneOffset.UTC), new java.security.SecureRandom());
    EntryDesk desk =
        new EntryDesk(transactions, locator, tokens, new FileDesk(transactions, locator, tokens));
    BoundedChecks patience = new BoundedChecks(Runnable::run, Duration.ofSeconds(10), 1);
    AdminCall call =
        AdminCall.of("GET", "/v1/entries", parameters, AdminCall.Body.NONE, Administrator.LOCAL);
    return assertThrows(
            AdminRefusal.class,
            () -> new EntryRoutes(desk, locator, patience).all().getFirst().resource().answer(call))
        .reply();
  }

  private static void assertRefused(int status, String why, Map<String, String> parameters) {
    AdminReply reply = ask(parameters);
    assertEquals(status, reply.status(), reply.text());
    assertTrue(reply.text().contains(why), reply.text());
  }

  @Test
  void thePlaceIsAnAreaAndAPathOrASurl() {
    assertRefused(400, "the parameter area is missing", Map.of());
    assertRefused(404, "there is no such storage area", Map.of("area", "cms"));
    assertRefused(400, "a SURL begins with srm://", Map.of("surl", "/atlas"));
    assertRefused(404, "no storage area holds this SURL", Map.of("surl", "srm://other/atlas"));
    assertRefused(404, "no storage area holds this SURL", Map.of("surl", "srm://se.example.org/"));
    assertRefused(503, "does not answer", Map.of("surl", "srm://se.example.org/atlas/x"));
    assertRefused(503, "does not answer", Map.of("area", "atlas"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"..", "a/../b", "a/./b", ".bora-put-x", "a\0b", "\ud800"})
  void aPathThatCannotBeIsRefused(String path) {
    assertRefused(400, "the parameter path cannot be used", Map.of("area", "atlas", "path", path));
  }

  @Test
  void aPathIsBounded() {
    String longest = "x/".repeat(1500);
    assertRefused(503, "does not answer", Map.of("area", "atlas", "path", longest));
    assertRefused(400, "at most 3000", Map.of("area", "atlas", "path", longest + "x"));
    assertRefused(
        400, "more than 10000 characters", Map.of("area", "atlas", "path", "/".repeat(10_001)));
    assertRefused(503, "does not answer", Map.of("area", "atlas", "path", "/".repeat(10_000)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "201", "-1", "many"})
  void aPageIsBounded(String limit) {
    assertRefused(400, "from 1 to 200", Map.of("area", "atlas", "limit", limit));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "200"})
  void aPageWithinItsBoundsIsLookedAt(String limit) {
    assertRefused(503, "does not answer", Map.of("area", "atlas", "limit", limit));
  }

  @Test
  void onlyWhatAPageToldIsAPlaceInADirectory() {
    assertRefused(400, "the parameter after", Map.of("area", "atlas", "after", "x"));
    assertRefused(503, "does not answer", Map.of("area", "atlas", "after", "n:x"));
    assertEquals(Optional.empty(), ask(Map.of("area", "atlas")).tag());
  }
}
