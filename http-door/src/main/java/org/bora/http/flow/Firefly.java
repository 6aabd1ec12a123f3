package org.bora.http.flow;

import java.io.StringWriter;
import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Objects;
import java.util.OptionalLong;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * One message.
 *
 * @param begun when the flow began
 * @param now when the message is sent
 * @param received bytes of an incoming flow, if known
 * @param sent bytes of an outgoing flow, if known
 */
record Firefly(
    State state,
    Flow flow,
    SciTag tag,
    Instant begun,
    Instant now,
    OptionalLong received,
    OptionalLong sent) {

  /** The state of a flow. */
  enum State {
    START,
    ONGOING,
    END
  }

  private static final JsonFactory JSON = new JsonFactory();

  Firefly {
    Objects.requireNonNull(state, "state");
    Objects.requireNonNull(flow, "flow");
    Objects.requireNonNull(tag, "tag");
    Objects.requireNonNull(begun, "begun");
    Objects.requireNonNull(now, "now");
    Objects.requireNonNull(received, "received");
    Objects.requireNonNull(sent, "sent");
  }

  /**
   * The datagram: a header of syslog (RFC 5424), facility local0, severity info, and JSON.
   *
   * @param host that sends it
   */
  byte[] datagram(String host, String application) {
    String text =
        "<134>1 " + time(now) + " " + host + " bora - firefly-json - " + json(application);
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String time(Instant instant) {
    return instant.truncatedTo(ChronoUnit.MICROS).toString().replace("Z", "+00:00");
  }

  private String json(String application) {
    StringWriter text = new StringWriter();
    try (JsonGenerator out = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
      out.writeStartObject();
      out.writeNumberProperty("version", 1);
      lifecycle(out);
      ends(out);
      usage(out);
      out.writeObjectPropertyStart("context");
      out.writeNumberProperty("experiment-id", tag.experiment());
      out.writeNumberProperty("activity-id", tag.activity());
      out.writeStringProperty("application", application);
      out.writeEndObject();
      out.writeEndObject();
    }
    return text.toString();
  }

  private void lifecycle(JsonGenerator out) {
    out.writeObjectPropertyStart("flow-lifecycle");
    out.writeStringProperty("state", state.name().toLowerCase(Locale.ROOT));
    out.writeStringProperty("current-time", time(now));
    out.writeStringProperty("start-time", time(begun));
    if (state == State.END) {
      out.writeStringProperty("end-time", time(now));
    }
    out.writeEndObject();
  }

  private void ends(JsonGenerator out) {
    boolean six = flow.from().getAddress() instanceof Inet6Address;
    out.writeObjectPropertyStart("flow-id");
    out.writeStringProperty("afi", six ? "ipv6" : "ipv4");
    out.writeStringProperty("src-ip", address(flow.from()));
    out.writeStringProperty("dst-ip", address(flow.to()));
    out.writeStringProperty("protocol", "tcp");
    out.writeNumberProperty("src-port", flow.from().getPort());
    out.writeNumberProperty("dst-port", flow.to().getPort());
    out.writeEndObject();
  }

  /** Without the name of an interface. */
  private static String address(InetSocketAddress end) {
    return end.getAddress().getHostAddress().replaceFirst("%.*", "");
  }

  private void usage(JsonGenerator out) {
    if (received.isEmpty() && sent.isEmpty()) {
      return;
    }
    out.writeObjectPropertyStart("usage");
    out.writeNumberProperty("received", received.orElse(0));
    out.writeNumberProperty("sent", sent.orElse(0));
    out.writeEndObject();
  }
}
