package org.bora.taperest;

import java.io.ByteArrayInputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.bora.door.http.Refused;
import org.eclipse.jetty.http.HttpStatus;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;

/**
 * Parses bodies token by token, and refuses a body at the point where it exceeds a limit. Unknown
 * fields are ignored, because version 1 may get more of them. Thread safe.
 */
final class Questions {
  private static final int MAX_DEPTH = 32;

  private final TapeLimits limits;
  private final TargetedMetadata metadata;
  private final JsonFactory json;

  /**
   * @param site whose part of {@code targetedMetadata} is read
   */
  Questions(TapeLimits limits, String site) {
    this.metadata = new TargetedMetadata(site);
    this.limits = Objects.requireNonNull(limits, "limits");
    this.json =
        JsonFactory.builder()
            .streamReadConstraints(
                StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH)
                    .maxStringLength(Math.max(1, limits.bodyBytes()))
                    .maxNumberLength(Math.max(1, limits.bodyBytes()))
                    .maxNameLength(Math.max(1, limits.bodyBytes()))
                    .build())
            // names that clients invent are not remembered
            .disable(TokenStreamFactory.Feature.CANONICALIZE_PROPERTY_NAMES)
            .disable(TokenStreamFactory.Feature.INTERN_PROPERTY_NAMES)
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
              require(!seen, "\"files\" is there twice");
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
    for (int count = 0; in.nextToken() != JsonToken.END_ARRAY; count++) {
      if (count == limits.files()) {
        throw tooMany(limits.files(), "files");
      }
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
        case "path" -> {
          require(path.isEmpty(), "a file has two paths");
          path = Optional.of(path(in));
        }
        case "diskLifetime" -> lifetime = in.hasToken(JsonToken.VALUE_NULL) ? lifetime : time(in);
        case "targetedMetadata" -> {
          require(
              in.hasToken(JsonToken.START_OBJECT) || in.hasToken(JsonToken.VALUE_NULL),
              "\"targetedMetadata\" must be an object");
          activity = metadata.activity(in);
        }
        default -> in.skipChildren();
      }
    }
    require(path.isPresent(), "each of \"files\" must have a \"path\"");
    files.merge(path.get(), new WantedFile(path.get(), lifetime, activity), WantedFile::with);
  }

  private static Duration time(JsonParser in) throws Refused {
    require(in.hasToken(JsonToken.VALUE_STRING), "\"diskLifetime\" must be a string");
    return DiskLifetime.parse(in.getString())
        .orElseThrow(
            () -> refused("\"diskLifetime\" must be a duration of ISO 8601, such as P1DT12H"));
  }

  /** The paths of a cancel or a release. */
  Set<SentPath> files(byte[] body) throws Refused {
    Set<SentPath> paths = new LinkedHashSet<>();
    return read(
        body,
        in -> {
          if (!all(in, paths, limits.files())) {
            throw tooMany(limits.files(), "paths");
          }
          return paths;
        });
  }

  /**
   * The paths of a query for archive information. Too many are not an error: the first ones are
   * answered (reference document, ARCHIVEINFO), and the rest is not read.
   *
   * @param whole whether the body is complete; of a truncated one the readable part counts
   */
  Set<SentPath> asked(byte[] body, boolean whole) throws Refused {
    Set<SentPath> paths = new LinkedHashSet<>();
    try (JsonParser in = open(body)) {
      if (all(in, paths, limits.paths())) {
        end(in);
      }
    } catch (JacksonException malformed) {
      if (whole || paths.isEmpty()) {
        throw noJson(malformed);
      }
    }
    return paths;
  }

  /** Reads "paths"; false if there are too many, and reading stopped there. */
  private static boolean all(JsonParser in, Set<SentPath> paths, int most) throws Refused {
    boolean seen = false;
    while (in.nextToken() == JsonToken.PROPERTY_NAME) {
      boolean wanted = in.currentName().equals("paths");
      in.nextToken();
      if (wanted) {
        require(!seen, "\"paths\" is there twice");
        seen = true;
        require(in.hasToken(JsonToken.START_ARRAY), "\"paths\" must be an array");
        for (int count = 0; in.nextToken() != JsonToken.END_ARRAY; count++) {
          if (count == most) {
            return false;
          }
          paths.add(path(in));
        }
      } else {
        in.skipChildren();
      }
    }
    require(seen && !paths.isEmpty(), "\"paths\" names no file");
    return true;
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

  private static Refused tooMany(int most, String what) {
    return new Refused(
        HttpStatus.PAYLOAD_TOO_LARGE_413, "more than " + most + " " + what + " in one call");
  }

  private <T> T read(byte[] body, Reading<T> reading) throws Refused {
    try (JsonParser in = open(body)) {
      T read = reading.read(in);
      end(in);
      return read;
    } catch (JacksonException malformed) {
      throw noJson(malformed);
    }
  }

  private JsonParser open(byte[] body) throws Refused {
    JsonParser in = json.createParser(ObjectReadContext.empty(), text(body));
    require(in.nextToken() == JsonToken.START_OBJECT, "the body must be an object of JSON");
    return in;
  }

  /**
   * The body as text. JSON is UTF-8 (RFC 8259, section 8.1); other bytes would be returned as a
   * different path.
   */
  private static Reader text(byte[] body) {
    return new InputStreamReader(
        new ByteArrayInputStream(body),
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT));
  }

  private static void end(JsonParser in) throws Refused {
    require(
        in.hasToken(JsonToken.END_OBJECT) && in.nextToken() == null,
        "something follows the object of JSON");
  }

  private static Refused noJson(JacksonException malformed) {
    if (malformed instanceof StreamConstraintsException) {
      return refused("the JSON of the body is nested deeper than " + MAX_DEPTH + " levels");
    }
    if (malformed.getCause() instanceof CharacterCodingException) {
      return refused("the body is not encoded in UTF-8");
    }
    TokenStreamLocation at = malformed.getLocation();
    String where =
        at == null ? "" : " (line " + at.getLineNr() + ", column " + at.getColumnNr() + ")";
    return refused("the body is no valid JSON" + where);
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
