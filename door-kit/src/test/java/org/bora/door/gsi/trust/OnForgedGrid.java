package org.bora.door.gsi.trust;

import java.io.IOException;
import java.nio.file.Path;
import java.security.KeyPair;
import java.time.Duration;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** A forged grid for all cases of a class: making its keys takes longer than judging by it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class OnForgedGrid {
  /** Of an extension that nobody knows. */
  static final ASN1ObjectIdentifier NOBODYS = new ASN1ObjectIdentifier("1.3.9999.1");

  static final Duration HOUR = Duration.ofHours(1);
  static final Duration DAY = Duration.ofDays(1);

  /** Of nobody in the grid. */
  final KeyPair other = ForgedGrid.elliptic();

  ForgedChains chains;
  ForgedGrid grid;

  @BeforeAll
  void make(@TempDir Path directory) throws IOException {
    chains = ForgedChains.in(directory);
    grid = chains.grid();
  }
}
