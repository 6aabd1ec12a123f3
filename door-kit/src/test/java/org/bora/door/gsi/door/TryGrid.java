package org.bora.door.gsi.door;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bora.door.gsi.tls.TlsSettings;
import org.bora.door.gsi.tls.TlsSettings.EngineChoice;
import org.bora.door.gsi.trust.TrustSettings;
import org.bora.door.gsi.trust.VerdictCache;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * The throwaway grid of launcher/try-grid, certificates only, made once below target/.
 *
 * @param home its directory
 */
public record TryGrid(Path home) {

  /** Gives the grid to tests that ask for it. */
  public static final class Extension implements ParameterResolver {

    private static final ExtensionContext.Namespace NAMESPACE =
        ExtensionContext.Namespace.create(TryGrid.class);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
      return parameter.getParameter().getType() == TryGrid.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
      return context
          .getStore(ExtensionContext.StoreScope.LAUNCHER_SESSION, NAMESPACE)
          .computeIfAbsent(TryGrid.class, key -> make(), TryGrid.class);
    }
  }

  private static TryGrid make() {
    Path home = Path.of("target", "try-grid").toAbsolutePath();
    try {
      var script = new ProcessBuilder("../launcher/try-grid/grid-up", home.toString());
      script.environment().put("GRID_NO_GRIDFTP", "1");
      Process process = script.redirectErrorStream(true).start();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (!process.waitFor(2, TimeUnit.MINUTES) || process.exitValue() != 0) {
        throw new IllegalStateException("grid-up failed: " + output);
      }
      return new TryGrid(home);
    } catch (IOException e) {
      throw new IllegalStateException("grid-up did not run", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  Path proxy(String name) {
    return home.resolve("proxies").resolve(name);
  }

  Path certificates() {
    return home.resolve("certificates");
  }

  TlsSettings tls(EngineChoice engine) {
    return new TlsSettings(
        home.resolve("host/hostcert.pem"), home.resolve("host/hostkey.pem"), engine);
  }

  TrustSettings trust() {
    return trust(certificates(), false, TrustSettings.InvalidVoms.REJECT);
  }

  TrustSettings trustWithLegacyProxies() {
    return trust(certificates(), true, TrustSettings.InvalidVoms.REJECT);
  }

  TrustSettings trustIgnoringInvalidVoms() {
    return trust(certificates(), false, TrustSettings.InvalidVoms.IGNORE);
  }

  /** The grid's own settings with another directory of trust anchors. */
  TrustSettings trustIn(Path directory) {
    return trust(directory, false, TrustSettings.InvalidVoms.REJECT);
  }

  private TrustSettings trust(
      Path directory, boolean legacyProxies, TrustSettings.InvalidVoms invalidVoms) {
    return new TrustSettings(
        directory,
        home.resolve("vomsdir"),
        Duration.ofSeconds(1),
        TrustSettings.Crls.IF_PRESENT,
        TrustSettings.Namespaces.EUGRIDPMA_THEN_GLOBUS,
        legacyProxies,
        invalidVoms,
        VerdictCache.Settings.defaults());
  }

  /** The credential as Globus clients send it: with the root authority at the end. */
  GsiClient.Credential withRoot(GsiClient.Credential credential)
      throws IOException, CertificateException {
    try (InputStream pem = Files.newInputStream(home.resolve("ca/ca.pem"))) {
      var root = (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(pem);
      List<X509Certificate> chain = new ArrayList<>(credential.chain());
      chain.add(root);
      return new GsiClient.Credential(credential.key(), chain);
    }
  }
}
