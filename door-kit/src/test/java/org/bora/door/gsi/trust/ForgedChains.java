package org.bora.door.gsi.trust;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/** A forged grid and a verifier that trusts it; every chain that is judged is a test of its own. */
record ForgedChains(ForgedGrid grid, ChainVerifier verifier) {

  /** Of a new grid below that directory. */
  static ForgedChains in(Path directory) throws IOException {
    ForgedGrid grid = new ForgedGrid(directory);
    TrustSettings settings = grid.settings(TrustSettings.Crls.IF_PRESENT);
    return new ForgedChains(
        grid,
        new ChainVerifier(
            new TrustAnchors(settings, Clock.systemUTC()), settings, Clock.systemUTC()));
  }

  X509Certificate proxyOfAlice() {
    return grid.proxy(grid.userSigns(), "1").sign();
  }

  /** The holder of a proxy of the grid, who makes another of it. */
  Signatory signs(X509Certificate proxy) {
    return Signatory.of(proxy, grid.proxyKeys());
  }

  Stream<DynamicTest> refused(Map<String, X509Certificate[]> chains) {
    return each(
        chains, chain -> assertInstanceOf(ChainVerdict.Refused.class, verifier.verify(chain)));
  }

  /** In the order of their names; a chain is judged as a copy. */
  Stream<DynamicTest> each(
      Map<String, X509Certificate[]> chains, Consumer<X509Certificate[]> judge) {
    return new TreeMap<>(chains)
        .entrySet().stream()
            .map(
                entry -> dynamicTest(entry.getKey(), () -> judge.accept(entry.getValue().clone())));
  }
}
