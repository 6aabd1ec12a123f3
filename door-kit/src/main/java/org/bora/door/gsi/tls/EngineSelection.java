package org.bora.door.gsi.tls;

import com.amazon.corretto.crypto.provider.AmazonCorrettoCryptoProvider;
import com.amazon.corretto.crypto.provider.RuntimeCryptoException;
import java.security.Security;
import java.util.ArrayList;
import java.util.List;
import org.bora.door.gsi.tls.TlsSettings.EngineChoice;
import org.bora.door.gsi.trust.ChainVerifier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Chooses the TLS implementation: the fastest that works on this machine, or the configured one.
 */
public final class EngineSelection {

  private static final Logger LOG = LoggerFactory.getLogger(EngineSelection.class);

  private static final List<EngineChoice> BY_SPEED =
      List.of(EngineChoice.BORINGSSL, EngineChoice.CORRETTO, EngineChoice.JDK);

  private EngineSelection() {}

  /** The implementations that work on this machine, the fastest first. */
  public static List<EngineChoice> available() {
    return BY_SPEED.stream().filter(choice -> unavailable(choice) == null).toList();
  }

  /**
   * Opens an implementation and logs its name.
   *
   * @throws IllegalArgumentException if the requested one does not work here; the message has the
   *     reason
   */
  public static TlsEngines open(EngineChoice choice, ChainVerifier verifier, TlsVersions versions) {
    if (choice != EngineChoice.AUTOMATIC) {
      String obstacle = unavailable(choice);
      if (obstacle != null) {
        throw new IllegalArgumentException(
            "TLS engine "
                + choice
                + " does not work here ("
                + obstacle
                + "), these do: "
                + available());
      }
      TlsEngines engines = make(choice, verifier, versions);
      LOG.info("TLS engine {}: as configured", engines.name());
      return engines;
    }
    List<String> passed = new ArrayList<>();
    for (EngineChoice candidate : BY_SPEED) {
      String obstacle = unavailable(candidate);
      if (obstacle == null) {
        TlsEngines engines = make(candidate, verifier, versions);
        LOG.info(
            "TLS engine {}: the fastest here{}",
            engines.name(),
            passed.isEmpty() ? "" : "; not working: " + passed);
        return engines;
      }
      passed.add(candidate + " (" + obstacle + ")");
    }
    throw new IllegalStateException("the JDK always works");
  }

  private static TlsEngines make(
      EngineChoice choice, ChainVerifier verifier, TlsVersions versions) {
    return switch (choice) {
      case BORINGSSL -> new BoringSslEngines(verifier, versions);
      case CORRETTO -> corretto(verifier, versions);
      case JDK, AUTOMATIC ->
          new JdkEngines("JDK " + Runtime.version(), verifier, versions, () -> {});
    };
  }

  private static String unavailable(EngineChoice choice) {
    return switch (choice) {
      case BORINGSSL -> BoringSslEngines.unavailable();
      case CORRETTO -> correttoUnavailable();
      case JDK, AUTOMATIC -> null;
    };
  }

  private static String correttoUnavailable() {
    try {
      AmazonCorrettoCryptoProvider.INSTANCE.assertHealthy();
      return null;
    } catch (RuntimeCryptoException | LinkageError e) {
      return e.toString();
    }
  }

  /**
   * JSSE asks the providers of the process in order, so Corretto's has to be the first of all: this
   * is the one choice with an effect outside the door. Taken back at close.
   */
  private static TlsEngines corretto(ChainVerifier verifier, TlsVersions versions) {
    var provider = AmazonCorrettoCryptoProvider.INSTANCE;
    Security.insertProviderAt(provider, 1);
    return new JdkEngines(
        "JDK on " + provider.getName() + " " + provider.getVersionStr(),
        verifier,
        versions,
        () -> Security.removeProvider(provider.getName()));
  }
}
