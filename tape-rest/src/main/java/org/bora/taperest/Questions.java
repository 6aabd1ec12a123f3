package org.bora.taperest;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.bora.door.http.Refused;
import org.eclipse.jetty.http.HttpStatus;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads bodies, token by token: what is too much is refused where it begins to be too much. Fields
 * that are not known are passed over, as version 1 may get more of them. Thread safe.
 */
final class Questions {
  /** As the description says it; few enough digits for {@link Duration}. */
  private static final Pattern LIFETIME =
      Pattern.compile(
          "P(?!$)([0-9]{1,6}D)?(T(?=[0-9])([0-9]{1,6}H)?([0-9]{1,8}M)?([0-9]{1,9}S)?)?");

  private static final int MAX_DEPTH = 32;
  private static final int MAX_NUMBER = 100;
  private static final int MAX_NAME = 1_000;

  private final TapeLimits limits;
  private final String site;
  private final JsonFactory json;

  /**
   * @param site whose part of {@code targetedMetadata} is read
   */
  Questions(TapeLimits limits, String site) {
    this.site = Objects.requireNonNull(site, "site");
    this.limits = Objects.requireNonNull(limits, "limits");
    this.json =
        JsonFactory.builder()
            .streamReadConstraints(
                StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH)
                    .maxStringLength(Math.max(1, limits.bodyBytes()))
                    .maxNumberLength(MAX_NUMBER)
                    .maxNameLength(MAX_NAME)
                    .build())
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();
  }

  private interface Reading<T> {
    T read(JsonParser in) throws Refused;
  }

  /** The body of POST stage. A path that is named twice is staged once. */
  List<WantedFile> staging(byte[] body) throws Refused {
    return read(
        body,
        in -> {
          Map<SentPath, WantedFile> files = new LinkedHashMap<>();
          boolean seen = false;
          while (in.nextToken() == JsonToken.PROPERTY_NAME) {
            boolean wanted = in.currentName().equals("files");
            in.nextToken();
            if (wanted) {
              seen = true;
              files(in, files);
            } else {
              in.skipChildren();
            }
          }
          require(seen && !files.isEmpty(), "\"files\" names no file");
          return List.copyOf(files.values());
        });
  }

  private void files(JsonParser in, Map<SentPath, WantedFile> files) throws Refused {
    require(in.hasToken(JsonToken.START_ARRAY), "\"files\" must be an array");
    int count = 0;
    while (in.nextToken() != JsonToken.END_ARRAY) {
      count = counted(count, limits.files(), "files");
      file(in, files);
    }
  }

  private void file(JsonParser in, Map<SentPath, WantedFile> files) throws Refused {
    require(in.hasToken(JsonToken.START_OBJECT), "each of \"files\" must be an object");
    Optional<SentPath> path = Optional.empty();
    Duration lifetime = limits.diskLifetime();
    Optional<String> activity = Optional.empty();
    while (in.nextToken() == JsonToken.PROPERTY_NAME) {
      String field = in.currentName();
      in.nextToken();
      switch (field) {
        case "path" -> path = Optional.of(path(in));
        case "diskLifetime" -> lifetime = in.hasToken(JsonToken.VALUE_NULL) ? lifetime : time(in);
        case "targetedMetadata" -> {
          require(
              in.hasToken(JsonToken.START_OBJECT) || in.hasToken(JsonToken.VALUE_NULL),
              "\"targetedMetadata\" must be an object");
          activity = activity(in);
        }
        default -> in.skipChildren();
      }
    }
    require(path.isPresent(), "each of \"files\" must have a \"path\"");
    files.merge(path.get(), new WantedFile(path.get(), lifetime, activity), WantedFile::with);
  }

  /**
   * What this site is told, of an object by names of sites. What sites are told is not defined by
   * the API, so anything but an activity is passed over.
   */
  private Optional<String> activity(JsonParser in) {
    Optional<String> activity = Optional.empty();
    if (in.hasToken(JsonToken.VALUE_NULL)) {
      return activity;
    }
    while (in.nextToken() == JsonToken.PROPERTY_NAME) {
      boolean ours = in.currentName().equals(site);
      if (in.nextToken() == JsonToken.START_OBJECT && ours) {
        activity = named(in);
      } else {
        in.skipChildren();
      }
    }
    return activity;
  }

  private static Optional<String> named(JsonParser in) {
    Optional<String> activity = Optional.empty();
    while (in.nextToken() == JsonToken.PROPERTY_NAME) {
      boolean wanted = in.currentName().equals("activity");
      if (in.nextToken() == JsonToken.VALUE_STRING && wanted) {
        activity = Optional.of(in.getString()).filter(text -> text.length() <= MAX_NAME);
      } else {
        in.skipChildren();
      }
    }
    return activity;
  }

  private static Duration time(JsonParser in) throws Refused {
    require(in.hasToken(JsonToken.VALUE_STRING), "\"diskLifetime\" must be a string");
    String text = in.getString();
    require(
        LIFETIME.matcher(text).matches(),
        "\"diskLifetime\" must be a duration of ISO 8601 in days to seconds, such as P1DT12H");
    return Duration.parse(text);
  }

  /** The paths of a cancel or a release. */
  Set<SentPath> files(byte[] body) throws Refused {
    return paths(body, limits.files());
  }

  /** The paths of a question for archive information. */
  Set<SentPath> paths(byte[] body) throws Refused {
    return paths(body, limits.paths());
  }

  private Set<SentPath> paths(byte[] body, int most) throws Refused {
    return read(
        body,
        in -> {
          Set<SentPath> paths = new LinkedHashSet<>();
          boolean seen = false;
          while (in.nextToken() == JsonToken.PROPERTY_NAME) {
            boolean wanted = in.currentName().equals("paths");
            in.nextToken();
            if (wanted) {
              seen = true;
              paths(in, most, paths);
            } else {
              in.skipChildren();
            }
          }
          require(seen && !paths.isEmpty(), "\"paths\" names no file");
          return paths;
        });
  }

  private static void paths(JsonParser in, int most, Set<SentPath> paths) throws Refused {
    require(in.hasToken(JsonToken.START_ARRAY), "\"paths\" must be an array");
    int count = 0;
    while (in.nextToken() != JsonToken.END_ARRAY) {
      count = counted(count, most, "paths");
      paths.add(path(in));
    }
  }

  private static SentPath path(JsonParser in) throws Refused {
    require(in.hasToken(JsonToken.VALUE_STRING), "a path must be a string");
    String text = in.getString();
    require(text.startsWith("/"), "a path must begin with a slash");
    require(
        text.length() <= SentPath.MAX_CHARS,
        "a path of " + text.length() + " characters, at most " + SentPath.MAX_CHARS);
    require(
        StandardCharsets.UTF_8.newEncoder().canEncode(text), "a path must be a text of Unicode");
    return new SentPath(text);
  }

  private static int counted(int before, int most, String what) throws Refused {
    if (before == most) {
      throw new Refused(
          HttpStatus.PAYLOAD_TOO_LARGE_413, "more than " + most + " " + what + " in one call");
    }
    return before + 1;
  }

  private <T> T read(byte[] body, Reading<T> reading) throws Refused {
    try (JsonParser in = json.createParser(ObjectReadContext.empty(), body)) {
      require(in.nextToken() == JsonToken.START_OBJECT, "the body must be an object of JSON");
      T read = reading.read(in);
      require(
          in.hasToken(JsonToken.END_OBJECT) && in.nextToken() == null,
          "something follows the object of JSON");
      return read;
    } catch (JacksonException malformed) {
      throw refused("the body is no JSON that is taken here: " + malformed.getOriginalMessage());
    }
  }

  private static void require(boolean right, String otherwise) throws Refused {
    if (!right) {
      throw refused(otherwise);
    }
  }

  private static Refused refused(String why) {
    return new Refused(HttpStatus.BAD_REQUEST_400, why);
  }
}
