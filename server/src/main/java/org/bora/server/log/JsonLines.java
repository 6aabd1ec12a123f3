package org.bora.server.log;

import ch.qos.logback.classic.pattern.ThrowableProxyConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.encoder.EncoderBase;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/**
 * Formats each event as one line of JSON. A caller cannot start a line or a field by the choice of
 * a name. Fields without a value are omitted; docs/operate/observability.md lists them. Thread
 * safe.
 */
final class JsonLines extends EncoderBase<ILoggingEvent> {
  /** Characters of what a call brings, as of what {@link org.bora.api.word.LogText} makes. */
  private static final int LONGEST = 300;

  /** Characters of a message. Where a part of it comes from a client, that part is bounded too. */
  static final int LONGEST_MESSAGE = 4000;

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  /** The call data of each event, and their names in the JSON. */
  private static final Map<String, String> OF_THE_CALL = names();

  private final JsonMapper mapper = JsonMapper.builder().build();
  private final ThrowableProxyConverter stacks = new ThrowableProxyConverter();

  private static Map<String, String> names() {
    Map<String, String> names = new LinkedHashMap<>();
    names.put("trace", "call");
    names.put("request", "request");
    names.put("operation", "operation");
    names.put("caller", "caller");
    names.put("surl", "surl");
    names.put("trace-id", "trace_id");
    return names;
  }

  @Override
  public void start() {
    stacks.start();
    super.start();
  }

  @Override
  public byte[] headerBytes() {
    return new byte[0];
  }

  @Override
  public byte[] encode(ILoggingEvent event) {
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("time", TIME.format(Instant.ofEpochMilli(event.getTimeStamp())));
    fields.put("level", event.getLevel().toString());
    fields.put("logger", event.getLoggerName());
    fields.put("message", shortened(String.valueOf(event.getFormattedMessage()), LONGEST_MESSAGE));
    Map<String, String> call = event.getMDCPropertyMap();
    OF_THE_CALL.forEach(
        (key, name) -> {
          String value = call.get(key);
          if (value != null && !value.isEmpty()) {
            fields.put(name, shortened(value, LONGEST));
          }
        });
    if (event.getThrowableProxy() != null) {
      fields.put("stack", stacks.convert(event).strip());
    }
    return (mapper.writeValueAsString(fields) + "\n").getBytes(StandardCharsets.UTF_8);
  }

  /** As in the message: the name of a caller may have as many letters as its owner likes. */
  private static String shortened(String value, int longest) {
    return value.length() > longest ? value.substring(0, longest) + "..." : value;
  }

  @Override
  public byte[] footerBytes() {
    return new byte[0];
  }
}
