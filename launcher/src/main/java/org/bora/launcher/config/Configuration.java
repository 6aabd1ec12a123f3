package org.bora.launcher.config;

import java.nio.file.Path;
import java.util.Objects;
import java.util.OptionalInt;

/**
 * A whole configuration, valid in itself.
 *
 * @param file it was read from
 * @param tryGrid whether {@code up} makes and renews throwaway certificates
 * @param endpoint what clients call
 * @param credentials who this service is and whom it believes
 * @param gridftp the GridFTP server that {@code up} runs
 * @param logging what is logged
 */
public record Configuration(
    Path file,
    boolean tryGrid,
    EndpointSettings endpoint,
    CredentialSettings credentials,
    ChildSettings gridftp,
    LoggingSettings logging) {

  public Configuration {
    Objects.requireNonNull(file, "file");
    Objects.requireNonNull(endpoint, "endpoint");
    Objects.requireNonNull(credentials, "credentials");
    Objects.requireNonNull(gridftp, "gridftp");
    Objects.requireNonNull(logging, "logging");
  }

  /** The same with another port of SRM. */
  public Configuration withPort(int port) {
    EndpointSettings other =
        new EndpointSettings(
            endpoint.host(), endpoint.aliases(), endpoint.address(), OptionalInt.of(port));
    return new Configuration(file, tryGrid, other, credentials, gridftp, logging);
  }
}
