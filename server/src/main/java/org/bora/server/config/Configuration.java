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
 * A whole configuration, valid in itself.
 *
 * @param source it was read from
 * @param tryGrid whether {@code up} makes and renews throwaway certificates
 * @param endpoint what clients call
 * @param credentials who this service is and whom it believes
 * @param frontend how SRM is spoken
 * @param areas at least one where there is a backend
 * @param backend how the work is done
 * @param gridftp the GridFTP server that {@code up} runs
 * @param link between frontends and backends that are processes of their own
 * @param logging what is logged
 * @param observation what else is told of it
 * @param admin where administrators ask; empty where there is no such port
 * @param site what is told to the grid
 * @param values all of it as it is written
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

  /** This one, with what {@code next} says otherwise and can change while Bora runs. */
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
