package org.bora.taperest;

import java.io.StringWriter;
import java.time.Instant;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import org.bora.api.directory.Attributes;
import org.bora.api.directory.StatReply;
import org.bora.api.get.GetReply;
import org.bora.api.word.FileLocality;
import org.bora.api.word.FileType;
import org.bora.api.word.SrmStatus;
import org.eclipse.jetty.http.HttpStatus;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Writes the answers. Times are seconds since 1970. */
final class Answers {
  private static final JsonFactory JSON = new JsonFactory();

  /** Bytes of an answer in addition to path and error. */
  private static final int OF_A_FILE = 150;

  private Answers() {}

  private static String json(Consumer<JsonGenerator> content) {
    StringWriter text = new StringWriter();
    try (JsonGenerator out = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
      out.writeStartObject();
      content.accept(out);
      out.writeEndObject();
    }
    return text.toString();
  }

  /**
   * The discovery document: the address of the API and its limits.
   *
   * @param uri of version 1
   */
  static String discovery(String site, String uri, TapeLimits limits) {
    return json(
        out -> {
          out.writeStringProperty("sitename", site);
          out.writeStringProperty("description", "Bora, WLCG Tape REST API");
          out.writeArrayPropertyStart("endpoints");
          out.writeStartObject();
          out.writeStringProperty("uri", uri);
          out.writeStringProperty("version", "v1");
          out.writeObjectPropertyStart("metadata");
          out.writeStringProperty("openapi", uri + "/openapi.json");
          out.writeNumberProperty("maxFilesPerRequest", limits.files());
          out.writeNumberProperty("maxPathsPerArchiveInfo", limits.paths());
          out.writeNumberProperty("maxBodyBytes", limits.bodyBytes());
          out.writeEndObject();
          out.writeEndObject();
          out.writeEndArray();
        });
  }

  static String staged(String id) {
    return json(out -> out.writeStringProperty("requestId", id));
  }

  /** What an answer with all files needs while it is made and sent, more or less. */
  static long bytes(GetReply reply) {
    return reply.files().stream()
        .mapToLong(
            file ->
                OF_A_FILE
                    + 2L * (file.surl().text().length() + file.status().explanation().length()))
        .sum();
  }

  static String status(String id, StageAnswer answer) {
    return json(
        out -> {
          out.writeStringProperty("id", id);
          time(out, "createdAt", answer.created());
          time(out, "startedAt", answer.started());
          answer.completed().ifPresent(time -> time(out, "completedAt", time));
          answer.since().ifPresent(any -> time(out, "asOf", answer.asOf()));
          out.writeArrayPropertyStart("files");
          for (StageTarget target : answer.told()) {
            out.writeStartObject();
            out.writeStringProperty("path", target.path().text());
            out.writeStringProperty("state", target.state().name());
            target.started().ifPresent(time -> time(out, "startedAt", time));
            target.finished().ifPresent(time -> time(out, "finishedAt", time));
            target.error().ifPresent(error -> out.writeStringProperty("error", error));
            out.writeEndObject();
          }
          out.writeEndArray();
        });
  }

  /** Tokens of requests are UUIDs of version 7, which begin with 48 bits of milliseconds. */
  static Instant created(String id) {
    return Instant.ofEpochMilli(UUID.fromString(id).getMostSignificantBits() >>> 16);
  }

  private static void time(JsonGenerator out, String name, Instant time) {
    out.writeNumberProperty(name, time.getEpochSecond());
  }

  /** One entry for each path, in their order. */
  static String archiveInfo(Collection<SentPath> paths, List<StatReply.Entry> entries) {
    StringWriter text = new StringWriter();
    Iterator<StatReply.Entry> next = entries.iterator();
    try (JsonGenerator out = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
      out.writeStartArray();
      for (SentPath path : paths) {
        out.writeStartObject();
        out.writeStringProperty("path", path.text());
        entry(out, next.next());
        out.writeEndObject();
      }
      out.writeEndArray();
    }
    return text.toString();
  }

  private static void entry(JsonGenerator out, StatReply.Entry entry) {
    Attributes found = entry.attributes().orElse(null);
    if (entry.status().code() != SrmStatus.SUCCESS || found == null) {
      out.writeStringProperty("error", StageTarget.error(entry.status()));
    } else if (found.type() != FileType.FILE) {
      out.writeStringProperty("error", "it is not a file");
    } else {
      out.writeStringProperty("locality", locality(found.locality()));
    }
  }

  private static String locality(FileLocality locality) {
    return switch (locality) {
      case ONLINE -> "DISK";
      case NEARLINE -> "TAPE";
      case ONLINE_AND_NEARLINE -> "DISK_AND_TAPE";
      case LOST, NONE, UNAVAILABLE -> locality.name();
    };
  }

  /** RFC 7807. */
  static String problem(int status, String detail, String trace) {
    return json(
        out -> {
          out.writeStringProperty("type", "about:blank");
          out.writeStringProperty("title", HttpStatus.getMessage(status));
          out.writeNumberProperty("status", status);
          out.writeStringProperty("detail", detail);
          out.writeStringProperty("trace", trace);
        });
  }
}
