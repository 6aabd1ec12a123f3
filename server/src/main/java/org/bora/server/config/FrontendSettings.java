package org.bora.server.config;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.bora.door.admit.AdmissionSettings;
import org.bora.door.gsi.door.DoorSettings;
import org.bora.door.gsi.tls.TlsSettings;
import org.bora.door.gsi.tls.TlsSettings.EngineChoice;
import org.bora.door.gsi.trust.TrustSettings;
import org.bora.door.token.TokenSettings;
import org.bora.frontend.health.HealthSettings;
import org.bora.frontend.soap.SoapSettings;

/**
 * How SRM is spoken.
 *
 * @param tls host credential and engine
 * @param trust whom the door believes
 * @param door bounds of connections; its port does not count, see {@link #doorOn}
 * @param admission bounds of admission, and who is banned
 * @param soap bounds of one call; its address does not count, see {@link #soapAt}
 * @param health where balancers ask
 * @param tokens whose tokens are believed, besides certificates
 * @param announce how long clients are taken after balancers could hear that no more are wanted
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

  /** The section {@code health}. */
  private record Health(
      @Key(preset = "127.0.0.1", form = Key.Form.HOST, allowed = "an address of this machine")
          String address,
      @Key(least = "1", most = "65535") Optional<Integer> port)
      implements Making<HealthSettings> {

    @Override
    public HealthSettings settings() {
      return new HealthSettings(address, port.map(OptionalInt::of).orElseGet(OptionalInt::empty));
    }
  }

  /** The section {@code calls}. */
  private record Calls(
      @Key(preset = "8MiB", least = "4KiB", most = "256MiB") long largestBody,
      @Key(preset = "64MiB", least = "4KiB", most = "1GiB") long bodiesTogether,
      @Key(preset = "30s", least = "1s", most = "10m") Duration bodyTimeout,
      @Key(preset = "10000", least = "1", most = "1000000") int entries,
      @Key(preset = "32", least = "8", most = "1000") int depth)
      implements Making<SoapSettings> {

    @Override
    public SoapSettings settings() {
      return new SoapSettings(
          "", VERSION, (int) largestBody, (int) bodiesTogether, bodyTimeout, entries, depth);
    }
  }

  static FrontendSettings read(
      Section root, CredentialSettings credentials, EndpointSettings endpoint) {
    EngineChoice engine = root.section("tls").bind(Tls.class).engine;
    return new FrontendSettings(
        new TlsSettings(credentials.certificate(), credentials.key(), engine),
        TrustSection.read(root.section("trust"), credentials),
        ConnectionSection.read(root.section("connections"), endpoint.address()),
        AdmissionSection.read(root),
        root.section("calls").settings(Calls.class, () -> SoapSettings.defaults("", VERSION)),
        root.section("health").settings(Health.class, HealthSettings::defaults),
        TokenSection.read(root.section("tokens"), credentials),
        root.section("drain").bind(Drain.class).announce);
  }

  /** The bounds of calls with the address that clients use, which the WSDL names. */
  public SoapSettings soapAt(String address) {
    return new SoapSettings(
        address,
        VERSION,
        soap.maxBodyBytes(),
        soap.maxBodyBytesTogether(),
        soap.bodyTimeout(),
        soap.maxEntries(),
        soap.maxDepth());
  }

  /** The door's settings with the port that was chosen. */
  public DoorSettings doorOn(int port) {
    return new DoorSettings(
        door.bindAddress(),
        port,
        door.bounds(),
        door.acceptQueue(),
        door.handshakeTimeout(),
        door.delegationTimeout(),
        soap.bodyTimeout(),
        door.idleTimeout(),
        door.requestHeadBytes(),
        door.drainTimeout());
  }
}
