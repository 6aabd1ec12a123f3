package org.bora.door.gsi.tls;

import java.nio.file.Path;
import java.util.Objects;

/**
 * TLS settings of the door.
 *
 * @param hostCertificate PEM file of the host certificate, intermediate authorities after it
 * @param hostKey PEM file of its key, RSA or EC, without a pass phrase
 * @param engine which implementation; {@link EngineChoice#AUTOMATIC} takes the fastest that loads
 */
public record TlsSettings(Path hostCertificate, Path hostKey, EngineChoice engine) {

  /** Which TLS implementation serves the door. */
  public enum EngineChoice {
    /** The first of the others that works here, in their order. */
    AUTOMATIC,
    /** BoringSSL through netty-tcnative. */
    BORINGSSL,
    /** The JDK's TLS on the Amazon Corretto crypto provider. */
    CORRETTO,
    /** The JDK's TLS on the JDK's own crypto. Works everywhere, at twice the CPU. */
    JDK
  }

  public TlsSettings {
    Objects.requireNonNull(hostCertificate, "hostCertificate");
    Objects.requireNonNull(hostKey, "hostKey");
    Objects.requireNonNull(engine, "engine");
  }
}
