package org.bora.server.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds areas that HTTP clients could not reach, because the port itself answers at their paths:
 * the Tape REST API (docs/adr/0054), tokens (0063) and access keys (0065).
 */
final class PathsOfApi {
  private static final String API = "the Tape REST API";
  private static final String TOKENS = "the issuing of tokens";

  /** A path that an API occupies, with everything below it. */
  private record Kept(String path, String owner) {}

  private static final List<Kept> PATHS =
      List.of(
          new Kept("/api/v1", API),
          new Kept("/.well-known/wlcg-tape-rest-api", API),
          new Kept("/.well-known/oauth-authorization-server", TOKENS),
          new Kept("/.well-known/openid-configuration", TOKENS),
          new Kept("/.oauth2/token", TOKENS),
          new Kept("/.well-known/bora/s3-keys", "the access keys of S3"));

  private PathsOfApi() {}

  /** A sentence for each. */
  static List<String> mistakes(List<AreaSettings> areas) {
    List<String> mistakes = new ArrayList<>();
    for (AreaSettings area : areas) {
      Stream.concat(Stream.of(area.sfn()), area.aliases().stream())
          .forEach(
              sfn ->
                  keptOf(sfn)
                      .ifPresent(
                          kept ->
                              mistakes.add(
                                  ("area %s has the sfn %s; paths below %s belong to %s, so HTTP"
                                          + " clients would not reach the area; give it another"
                                          + " sfn, or remove endpoint.http-port")
                                      .formatted(area.name(), sfn, kept.path(), kept.owner()))));
    }
    return mistakes;
  }

  private static Optional<Kept> keptOf(String sfn) {
    return PATHS.stream()
        .filter(kept -> sfn.equals(kept.path()) || sfn.startsWith(kept.path() + "/"))
        .findAny();
  }
}
