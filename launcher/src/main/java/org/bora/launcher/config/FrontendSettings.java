package org.bora.launcher.config;

import java.time.Duration;
import java.util.Objects;
import java.util.OptionalInt;
import org.bora.frontend.admit.AdmissionSettings;
import org.bora.frontend.gsi.door.DoorSettings;
import org.bora.frontend.gsi.tls.TlsSettings;
import org.bora.frontend.gsi.tls.TlsSettings.EngineChoice;
import org.bora.frontend.gsi.trust.TrustSettings;
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
 * @param announce how long clients are taken after balancers could hear that no more are wanted
 */
public record FrontendSettings(
    TlsSettings tls,
    TrustSettings trust,
    DoorSettings door,
    AdmissionSettings admission,
    SoapSettings soap,
    HealthSettings health,
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
    Objects.requireNonNull(announce, "announce");
  }

  /** The same with other bounds of admission. */
  FrontendSettings withAdmission(AdmissionSettings other) {
    return new FrontendSettings(tls, trust, door, other, soap, health, announce);
  }

  static FrontendSettings read(
      Section root, CredentialSettings credentials, EndpointSettings endpoint) {
    Section tls = root.section("tls");
    EngineChoice engine = tls.value("engine", Values.oneOf(EngineChoice.class), "automatic");
    tls.finish();
    return new FrontendSettings(
        new TlsSettings(credentials.certificate(), credentials.key(), engine),
        TrustSection.read(root.section("trust"), credentials),
        ConnectionSection.read(root.section("connections"), endpoint.address()),
        AdmissionSection.read(root),
        soap(root.section("calls")),
        health(root.section("health")),
        announce(root.section("drain")));
  }

  private static HealthSettings health(Section section) {
    HealthSettings preset = HealthSettings.defaults();
    String address =
        section.value("address", Values.host("an address of this machine"), preset.address());
    OptionalInt port =
        section.optional("port", Values.port()).map(OptionalInt::of).orElse(preset.port());
    section.finish();
    return section.build(() -> new HealthSettings(address, port)).orElse(preset);
  }

  private static Duration announce(Section section) {
    Duration announce =
        section.value("announce", Values.duration(Duration.ZERO, Duration.ofMinutes(10)), "5s");
    section.finish();
    return announce;
  }

  private static SoapSettings soap(Section section) {
    SoapSettings preset = SoapSettings.defaults("", VERSION);
    int body =
        section
            .value(
                "largest-body", Values.size(4096, 1 << 28), Values.writeSize(preset.maxBodyBytes()))
            .intValue();
    int together =
        section
            .value(
                "bodies-together",
                Values.size(4096, 1 << 30),
                Values.writeSize(preset.maxBodyBytesTogether()))
            .intValue();
    Duration sending =
        section.value(
            "body-timeout",
            Values.duration(Duration.ofSeconds(1), Duration.ofMinutes(10)),
            Values.write(preset.bodyTimeout()));
    int entries = section.value("entries", Values.number(1, 1_000_000), "" + preset.maxEntries());
    int depth = section.value("depth", Values.number(8, 1000), "" + preset.maxDepth());
    section.finish();
    return section
        .build(() -> new SoapSettings("", VERSION, body, together, sending, entries, depth))
        .orElse(preset);
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
