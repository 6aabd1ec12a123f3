package org.bora.server.config;

import java.time.Duration;
import java.util.Objects;
import org.bora.door.admit.AdmissionSettings;
import org.bora.door.gsi.door.DoorSettings;
import org.bora.door.gsi.tls.TlsSettings;
import org.bora.door.gsi.tls.TlsSettings.EngineChoice;
import org.bora.door.gsi.trust.TrustSettings;
import org.bora.door.token.TokenSettings;
import org.bora.frontend.health.HealthSettings;
import org.bora.frontend.soap.SoapSettings;
import org.bora.settings.Key;
import org.bora.settings.Keys;

/**
 * The settings of a frontend.
 *
 * @param tls host credential and engine
 * @param trust trusted certificate authorities
 * @param door limits of connections; its port is not used, see {@link #doorOn}
 * @param admission limits of admission, and bans
 * @param soap limits of one call; its address is not used, see {@link #soapAt}
 * @param health the port on which load balancers check health
 * @param tokens trusted token issuers
 * @param announce how long clients are still accepted after health says that the frontend drains
 */
public record FrontendSettings(
    TlsSettings tls,
    TrustSettings trust,
    DoorSettings door,
    AdmissionSettings admission,
    SoapSettings soap,
    HealthSettings health,
    TokenSettings tokens,
    Duration announce) {

  /** Of Bora. */
  public static final String VERSION = "0.1.0";

  public FrontendSettings {
    Objects.requireNonNull(tls, "tls");
    Objects.requireNonNull(trust, "trust");
    Objects.requireNonNull(door, "door");
    Objects.requireNonNull(admission, "admission");
    Objects.requireNonNull(soap, "soap");
    Objects.requireNonNull(health, "health");
    Objects.requireNonNull(tokens, "tokens");
    Objects.requireNonNull(announce, "announce");
  }

  /** The same with other bounds of admission. */
  FrontendSettings withAdmission(AdmissionSettings other) {
    return new FrontendSettings(tls, trust, door, other, soap, health, tokens, announce);
  }

  /** The section {@code tls}. */
  private record Tls(@Key(preset = "automatic") EngineChoice engine) implements Keys {}

  /** The section {@code drain}. */
  private record Drain(@Key(preset = "5s", least = "0s", most = "10m") Duration announce)
      implements Keys {}

  static FrontendSettings read(
      Section root, CredentialSettings credentials, EndpointSettings endpoint) {
    EngineChoice engine = root.section("tls").bind(Tls.class).engine;
    DoorSettings door = root.section("connections").bind(DoorSettings.class);
    return new FrontendSettings(
        new TlsSettings(credentials.certificate(), credentials.key(), engine),
        root.section("trust")
            .bind(TrustSettings.class)
            .in(credentials.trust(), credentials.vomsdir()),
        door.at(endpoint.address(), door.port(), door.bodyTimeout()),
        root.section("admission")
            .bind(AdmissionSettings.class)
            .with(BanSection.read(root.section("bans"))),
        root.section("calls").bind(SoapSettings.class),
        root.section("health").bind(HealthSettings.class),
        TokenSection.read(root.section("tokens"), credentials),
        root.section("drain").bind(Drain.class).announce);
  }

  /** The bounds of calls with the address that clients use, which the WSDL names. */
  public SoapSettings soapAt(String address) {
    return soap.at(address, VERSION);
  }

  /** The door's settings with the port that was chosen. */
  public DoorSettings doorOn(int port) {
    return door.at(door.bindAddress(), port, soap.bodyTimeout());
  }
}
