package org.bora.backend.testing;

import com.github.dockerjava.api.exception.NotFoundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.images.RemoteDockerImage;
import org.testcontainers.utility.DockerImageName;

/**
 * As {@link MariaDb}, on a database in a container. The tests are skipped, and say why, where there
 * is no Docker engine, or where the image is not there and cannot be had.
 */
abstract class DatabaseImage implements ParameterResolver, ExecutionCondition {
  private static final ExtensionContext.Namespace SERVERS =
      ExtensionContext.Namespace.create(DatabaseImage.class);

  /** Why an image cannot be used; empty: it can. */
  private record Lack(Optional<String> reason) {}

  private final String image;

  /**
   * The image of that name.
   *
   * @param property the system property that names another one
   */
  DatabaseImage(String property, String usual) {
    this.image = System.getProperty(property, usual);
  }

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    // asked once for all classes: an engine that does not answer takes its time
    return context
        .getStore(StoreScope.LAUNCHER_SESSION, SERVERS)
        .computeIfAbsent("lack of " + image, asked -> new Lack(lack()), Lack.class)
        .reason()
        .map(ConditionEvaluationResult::disabled)
        .orElseGet(() -> ConditionEvaluationResult.enabled(image));
  }

  private Optional<String> lack() {
    if (!mayHaveEngine()) {
      return Optional.of("no Docker engine: neither DOCKER_HOST nor a socket of one is there");
    }
    if (!DockerClientFactory.instance().isDockerAvailable()) {
      return Optional.of("no Docker engine answers");
    }
    try {
      DockerClientFactory.lazyClient().inspectImageCmd(image).exec();
      return Optional.empty();
    } catch (NotFoundException notHere) {
      return pulled();
    }
  }

  /** Looked at first: the classes that ask an engine take a second to load. */
  private static boolean mayHaveEngine() {
    return System.getenv("DOCKER_HOST") != null
        || List.of(
                Path.of("/var/run/docker.sock"),
                Path.of(System.getProperty("user.home"), ".docker/run/docker.sock"),
                Path.of(System.getenv().getOrDefault("XDG_RUNTIME_DIR", "/none"), "docker.sock"))
            .stream()
            .anyMatch(Files::exists);
  }

  private Optional<String> pulled() {
    try {
      new RemoteDockerImage(DockerImageName.parse(image)).get();
      return Optional.empty();
    } catch (RuntimeException unreachable) {
      return Optional.of(image + " is not here and cannot be pulled: " + unreachable.getMessage());
    }
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == Schemas.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return context
        .getStore(StoreScope.LAUNCHER_SESSION, SERVERS)
        .computeIfAbsent(
            image, named -> new ServerSchemas(new ContainerServer(named)), Schemas.class);
  }
}
