package org.bora.backend.stage.board;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/**
 * A host that vouches for itself, and clients that trust it.
 *
 * @param server shows the certificate
 * @param client trusts it, and no other
 */
record TestIdentity(SSLContext server, SSLContext client) {
  private static final String WORD = "of-the-tests";

  /** With a key made now, by keytool of this Java. */
  static TestIdentity make(Path directory) throws Exception {
    Path store = directory.resolve("identity.p12");
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
            "-genkeypair",
            "-keystore",
            store.toString(),
            "-storepass",
            WORD,
            "-alias",
            "host",
            "-keyalg",
            "EC",
            "-dname",
            "CN=localhost",
            "-ext",
            "SAN=dns:localhost");
    Process keytool =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("keytool.log").toFile())
            .start();
    if (!keytool.waitFor(60, TimeUnit.SECONDS) || keytool.exitValue() != 0) {
      keytool.destroyForcibly();
      throw new IllegalStateException(Files.readString(directory.resolve("keytool.log")));
    }
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, WORD.toCharArray());
    }
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("host", keys.getCertificate("host"));
    KeyManagerFactory managers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(keys, WORD.toCharArray());
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    return new TestIdentity(
        context(managers.getKeyManagers(), null), context(null, trust.getTrustManagers()));
  }

  private static SSLContext context(KeyManager[] keys, TrustManager[] trust) throws Exception {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys, trust, null);
    return context;
  }
}
