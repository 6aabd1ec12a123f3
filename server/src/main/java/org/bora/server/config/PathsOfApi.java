package org.bora.server.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Storage areas that HTTP would not reach, because their paths are those of the Tape REST API
 * (docs/adr/0054).
 */
final class PathsOfApi {
  /** Where the API is, and where it is found. */
  private static final List<String> PATHS = List.of("/api/v1", "/.well-known/wlcg-tape-rest-api");

  private PathsOfApi() {}

  /** A sentence for each. */
  static List<String> mistakes(List<AreaSettings> areas) {
    List<String> mistakes = new ArrayList<>();
    for (AreaSettings area : areas) {
      Stream.concat(Stream.of(area.sfn()), area.aliases().stream())
          .forEach(
              sfn ->
                  pathOf(sfn)
                      .ifPresent(
                          path ->
                              mistakes.add(
                                  ("area %s has the sfn %s; paths below %s belong to the Tape REST"
                                          + " API, so HTTP clients would not reach the area; give"
                                          + " it another sfn, or remove endpoint.http-port")
                                      .formatted(area.name(), sfn, path))));
    }
    return mistakes;
  }

  private static Optional<String> pathOf(String sfn) {
    return PATHS.stream().filter(path -> sfn.equals(path) || sfn.startsWith(path + "/")).findAny();
  }
}
