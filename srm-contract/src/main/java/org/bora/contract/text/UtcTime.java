package org.bora.contract.text;

import jakarta.xml.bind.annotation.adapters.XmlAdapter;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;

/**
 * xsd:dateTime, written in UTC to the second ({@code 2026-11-20T17:20:42Z}): gfal2 ignores zone and
 * fraction, so there must be nothing in them.
 */
public final class UtcTime extends XmlAdapter<String, Instant> {

  @Override
  public Instant unmarshal(String text) {
    try {
      return OffsetDateTime.parse(text.trim()).toInstant();
    } catch (DateTimeParseException none) {
      throw new IllegalArgumentException("not a time with an offset: " + text.trim());
    }
  }

  @Override
  public String marshal(Instant time) {
    return time == null ? null : time.truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
