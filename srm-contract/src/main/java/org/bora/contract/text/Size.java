package org.bora.contract.text;

import jakarta.xml.bind.annotation.adapters.XmlAdapter;
import java.util.regex.Pattern;

/**
 * xsd:unsignedLong as the bytes that a file can have: 0 to 2^63-1. Negative and larger numbers
 * throw NumberFormatException.
 */
public final class Size extends XmlAdapter<String, Long> {

  /** The lexical space of xsd:unsignedLong (XML Schema part 2, section 3.3.21), with a plus. */
  private static final Pattern DIGITS = Pattern.compile("\\+?[0-9]+");

  @Override
  public Long unmarshal(String text) {
    try {
      // Java would take the digits of other scripts, too
      if (DIGITS.matcher(text.trim()).matches()) {
        return Long.valueOf(text.trim());
      }
    } catch (NumberFormatException none) {
      // said below, in words for the client
    }
    throw new IllegalArgumentException(
        "not a size in bytes: " + text.trim() + " (allowed is 0 to " + Long.MAX_VALUE + ")");
  }

  @Override
  public String marshal(Long bytes) {
    return bytes == null ? null : bytes.toString();
  }
}
