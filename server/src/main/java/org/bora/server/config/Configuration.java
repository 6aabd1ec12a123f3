package org.bora.server.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.bora.admin.AdminSettings;
import org.bora.audit.AuditSettings;
import org.bora.server.publish.SiteSettings;

/**
 * A complete and valid configuration.
 *
 * @param source it was read from
 * @param tryGrid whether {@code up} creates and renews temporary certificates
 * @param endpoint the addresses and ports for clients
 * @param credentials host certificate and trusted certificate authorities
 * @param frontend settings of the frontend
 * @param areas at least one if a backend runs
 * @param backend settings of the backend
 * @param gridftp the GridFTP server that {@code up} runs
 * @param link between frontends and backends in separate processes
 * @param logging level and format of the log
 * @param observation metrics and traces
 * @param admin the admin port; empty if there is none
 * @param site information published to the grid
 * @param values every value as text
 */
public record Configuration(
    ConfigurationSource source,
    boolean tryGrid,
    EndpointSettings endpoint,
    CredentialSettings credentials,
    FrontendSettings frontend,
    List<AreaSettings> areas,
    BackendSettings backend,
    ChildSettings gridftp,
    LinkSettings link,
    LoggingSettings logging,
    ObservationSettings observation,
    AuditSettings audit,
    Optional<AdminSettings> admin,
    SiteSettings site,
    WrittenValues values) {

  public Configuration {
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(endpoint, "endpoint");
    Objects.requireNonNull(credentials, "credentials");
    Objects.requireNonNull(frontend, "frontend");
    areas = List.copyOf(areas);
    Objects.requireNonNull(backend, "backend");
    Objects.requireNonNull(gridftp, "gridftp");
    Objects.requireNonNull(link, "link");
    Objects.requireNonNull(logging, "logging");
    Objects.requireNonNull(observation, "observation");
    Objects.requireNonNull(audit, "audit");
    Objects.requireNonNull(admin, "admin");
    Objects.requireNonNull(site, "site");
    Objects.requireNonNull(values, "values");
  }

  /** The file of the site. */
  public Path file() {
    return source.file();
  }

  /** The same with another port of SRM. */
  public Configuration withPort(int port) {
    EndpointSettings other =
        new EndpointSettings(
            endpoint.host(),
            endpoint.aliases(),
            endpoint.address(),
            OptionalInt.of(port),
            endpoint.httpPort(),
            endpoint.s3Port(),
            endpoint.s3Buckets(),
            endpoint.httpTurls(),
            endpoint.httpRecalls(),
            endpoint.scitagsCollectors(),
            endpoint.redirectHost());
    return new Configuration(
        source,
        tryGrid,
        other,
        credentials,
        frontend,
        areas,
        backend,
        gridftp,
        link,
        logging,
        observation,
        audit,
        admin,
        site,
        values);
  }

  /** This configuration, with those differences of {@code next} that can change at run time. */
  public Configuration taking(Configuration next) {
    return new Configuration(
        source,
        tryGrid,
        endpoint,
        credentials,
        frontend.withAdmission(next.frontend.admission()),
        areas.stream().map(area -> area.taking(next.areas)).toList(),
        backend.taking(next.backend),
        gridftp,
        link.taking(next.link),
        logging.taking(next.logging),
        observation,
        audit,
        admin.map(port -> next.admin.map(port::naming).orElse(port)),
        next.site,
        values.taking(next.values, this::takes));
  }

  /** Whether another value of this key can be heeded at once; not that of an area to come. */
  public boolean takes(String key) {
    return Changeable.is(key) && (Changeable.comesAndGoes(key) || values.byKey().containsKey(key));
  }
}
