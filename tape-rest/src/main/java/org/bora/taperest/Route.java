package org.bora.taperest;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The meaning of a request's path.
 *
 * @param kind of it
 * @param id of the stage request in the path; empty if there is none
 */
record Route(Kind kind, String id) {
  private static final Pattern SLASHES = Pattern.compile("/+");
  private static final Pattern WITH_ID = Pattern.compile("/(stage|release)/([^/]+)(/cancel)?");
  private static final String DISCOVERY = "/.well-known/wlcg-tape-rest-api";
  private static final String ROOT = "/api/v1";

  /** The kinds of requests, with their names in the log and the audit log. */
  enum Kind {
    DISCOVERY("GET, HEAD", "tapeDiscovery"),
    DESCRIPTION("GET, HEAD", "tapeDescription"),
    STAGE("POST", "tapeStage"),
    REQUEST("GET, HEAD, DELETE", "tapeStageStatus"),
    CANCEL("POST", "tapeCancel"),
    RELEASE("POST", "tapeRelease"),
    ARCHIVE_INFO("POST", "tapeArchiveInfo"),
    UNKNOWN("", "tapeUnknown");

    private final String methods;
    private final String label;

    Kind(String methods, String label) {
      this.methods = methods;
      this.label = label;
    }

    /** The methods that it has, as the header Allow lists them. */
    String methods() {
      return methods;
    }

    boolean allows(String method) {
      return List.of(methods.split(", ")).contains(method);
    }

    String label(String method) {
      return this == REQUEST && method.equals("DELETE") ? "tapeDelete" : label;
    }
  }

  Route {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(id, "id");
  }

  /**
   * Empty for a path that is not of this API. Repeated slashes, and one at the end, count as none:
   * clients put them there.
   *
   * @param path percent-encoded; null where the request has none
   */
  static Optional<Route> of(String path) {
    if (path == null || !path.startsWith("/")) {
      return Optional.empty();
    }
    String plain = SLASHES.matcher(path).replaceAll("/");
    String name = plain.endsWith("/") ? plain.substring(0, plain.length() - 1) : plain;
    if (name.equals(DISCOVERY)) {
      return Optional.of(new Route(Kind.DISCOVERY, ""));
    }
    return name.equals(ROOT) || name.startsWith(ROOT + "/")
        ? Optional.of(below(name.substring(ROOT.length())))
        : Optional.empty();
  }

  private static Route below(String name) {
    Matcher request = WITH_ID.matcher(name);
    if (request.matches()) {
      boolean stage = request.group(1).equals("stage");
      boolean cancel = request.group(3) != null;
      Kind kind = stage ? (cancel ? Kind.CANCEL : Kind.REQUEST) : Kind.RELEASE;
      return new Route(cancel && !stage ? Kind.UNKNOWN : kind, request.group(2));
    }
    return switch (name) {
      case "/stage" -> new Route(Kind.STAGE, "");
      case "/archiveinfo" -> new Route(Kind.ARCHIVE_INFO, "");
      case "/openapi.json" -> new Route(Kind.DESCRIPTION, "");
      default -> new Route(Kind.UNKNOWN, "");
    };
  }
}
