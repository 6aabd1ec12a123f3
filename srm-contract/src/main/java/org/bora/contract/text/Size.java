package org.bora.contract.text;

import jakarta.xml.bind.annotation.adapters.XmlAdapter;

/**
 * xsd:unsignedLong as the bytes that a file can have: 0 to 2^63-1. Negative and larger numbers
 * throw NumberFormatException.
 */
public final class Size extends XmlAdapter<String, Long> {

  @Override
  public Long unmarshal(String text) {
    try {
      long bytes = Long.parseLong(text.trim());
      if (bytes >= 0) {
        return bytes;
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
