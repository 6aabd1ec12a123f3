package org.bora.backend.authorise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.bora.api.word.Caller;
import org.bora.api.word.Fqan;
import org.bora.backend.authorise.PoolAccounts.Lease;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Leases in a real directory. */
class PoolAccountsIT {

  private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

  @TempDir Path dir;
  private final SteppedClock clock = new SteppedClock(NOW);

  @BeforeEach
  void makesTwoPools() throws IOException {
    for (String account : List.of("vo001", "vo002", "vo003", "voprod01", "vo", "vo00x")) {
      Files.createFile(dir.resolve(account));
    }
  }

  private PoolAccounts pools() {
    return new PoolAccounts(dir, clock);
  }

  private static Caller caller(String dn) {
    return new Caller(dn, "/CN=CA", List.of(), "::1");
  }

  private static String leased(PoolAccounts pools, String dn) throws IOException {
    Lease lease = pools.lease("vo", caller(dn), Optional.empty());
    return assertInstanceOf(Lease.Of.class, lease).account();
  }

  @Test
  void aLeaseIsAHardLinkNamedAfterItsHolderAndIsKept() throws IOException {
    assertEquals("vo001", leased(pools(), "/DC=org/CN=Alice A"));
    assertEquals("vo002", leased(pools(), "/DC=org/CN=Bob"));
    Path link = dir.resolve("%2fdc%3dorg%2fcn%3dalice%20a");

    assertTrue(Files.isSameFile(link, dir.resolve("vo001")) || sameInode(link, "vo001"));
    assertEquals("vo001", leased(pools(), "/DC=org/CN=Alice A"), "a process that starts anew");
  }

  private boolean sameInode(Path link, String account) throws IOException {
    return Files.getAttribute(link, "unix:ino")
        .equals(Files.getAttribute(dir.resolve(account), "unix:ino"));
  }

  @Test
  void whoIsMappedByAnAttributeHoldsOneLeasePerAttribute() throws IOException {
    Fqan production = Fqan.parse("/vo/Role=production");
    Lease plain = pools().lease("vo", caller("/CN=a"), Optional.of(Fqan.parse("/vo")));
    Lease prod = pools().lease("voprod", caller("/CN=a"), Optional.of(production));

    assertEquals(new Lease.Of("vo001"), plain);
    assertEquals(new Lease.Of("voprod01"), prod);
    assertTrue(Files.exists(dir.resolve("%2fcn%3da:%2fvo%2frole%3dproduction")));
  }

  @Test
  void leasesOfOtherSoftwareCount() throws IOException {
    Files.createLink(dir.resolve("%2fcn%3dother"), dir.resolve("vo001"));
    Files.createLink(dir.resolve("%2fcn%3dalice"), dir.resolve("vo003"));

    assertEquals("vo003", leased(pools(), "/CN=Alice"));
    assertEquals("vo002", leased(pools(), "/CN=Bob"));
  }

  @Test
  void anExhaustedPoolIsSaidAndARemovedLinkFreesItsAccount() throws IOException {
    PoolAccounts pools = pools();
    leased(pools, "/CN=a");
    leased(pools, "/CN=b");
    leased(pools, "/CN=c");

    assertEquals(new Lease.Exhausted(3), pools.lease("vo", caller("/CN=d"), Optional.empty()));
    assertEquals(new Lease.Exhausted(0), pools.lease("cms", caller("/CN=d"), Optional.empty()));
    Files.delete(dir.resolve("%2fcn%3db"));
    assertEquals("vo002", leased(pools, "/CN=d"));
    assertInstanceOf(Lease.Exhausted.class, pools.lease("vo", caller("/CN=b"), Optional.empty()));
  }

  @Test
  void aLeaseOfAnotherPoolIsNotTakenForOneOfThis() throws IOException {
    leased(pools(), "/CN=a");

    assertInstanceOf(
        Lease.Elsewhere.class, pools().lease("voprod", caller("/CN=a"), Optional.empty()));
  }

  @Test
  void useIsNotedToTheHour() throws IOException {
    leased(pools(), "/CN=a");
    Path link = dir.resolve("%2fcn%3da");
    Files.setLastModifiedTime(link, FileTime.from(NOW.minus(Duration.ofMinutes(59))));
    leased(pools(), "/CN=a");
    assertEquals(NOW.minus(Duration.ofMinutes(59)), Files.getLastModifiedTime(link).toInstant());
    clock.advance(Duration.ofMinutes(2));
    leased(pools(), "/CN=a");
    assertEquals(clock.instant(), Files.getLastModifiedTime(link).toInstant());
  }

  @Test
  void longNamesFitAndStayDifferent() throws IOException {
    String dn = "/DC=org/CN=" + "ü".repeat(60);

    String first = leased(pools(), dn + "1");
    assertEquals(first, leased(pools(), dn + "1"));
    assertTrue(!first.equals(leased(pools(), dn + "2")));
  }

  @Test
  void manyAtOnceGetOneEach() throws Exception {
    for (int i = 100; i < 140; i++) {
      Files.createFile(dir.resolve("many" + i));
    }
    List<PoolAccounts> processes = List.of(pools(), pools(), pools());
    List<Future<String>> results = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
      for (int i = 0; i < 120; i++) {
        PoolAccounts process = processes.get(i % 3);
        Caller holder = caller("/CN=user" + i / 3);
        results.add(
            threads.submit(
                () -> ((Lease.Of) process.lease("many", holder, Optional.empty())).account()));
      }
    }
    Set<String> accounts = new HashSet<>();
    for (int i = 0; i < 120; i += 3) {
      Set<String> ofOne = new HashSet<>();
      for (Future<String> result : results.subList(i, i + 3)) {
        ofOne.add(result.get());
      }
      assertEquals(1, ofOne.size(), "a holder has one account");
      accounts.addAll(ofOne);
    }
    assertEquals(40, accounts.size());
    try (Stream<Path> files = Files.list(dir)) {
      assertEquals(40, files.filter(file -> file.toString().contains("%2fcn%3duser")).count());
    }
  }
}
