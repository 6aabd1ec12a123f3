package org.bora.contract.text;

import jakarta.xml.bind.annotation.adapters.XmlAdapter;

/** xsd:boolean: {@code true}, {@code 1}, {@code false}, {@code 0}; anything else throws. */
public final class Truth extends XmlAdapter<String, Boolean> {

  @Override
  public Boolean unmarshal(String text) {
    return switch (text.trim()) {
      case "true", "1" -> true;
      case "false", "0" -> false;
      default -> throw new IllegalArgumentException("neither true nor false: " + text);
    };
  }

  @Override
  public String marshal(Boolean truth) {
    return truth == null ? null : truth.toString();
  }
}
