package org.bora.contract.text;

import jakarta.xml.bind.annotation.adapters.XmlAdapter;
import java.util.regex.Pattern;

/** xsd:int; text that is none throws IllegalArgumentException, so that it cannot pass as absent. */
public final class WholeNumber extends XmlAdapter<String, Integer> {

  private static final Pattern DIGITS = Pattern.compile("[+-]?[0-9]+");

  @Override
  public Integer unmarshal(String text) {
    try {
      // Java would take the digits of other scripts, too
      if (DIGITS.matcher(text.trim()).matches()) {
        return Integer.valueOf(text.trim());
      }
    } catch (NumberFormatException none) {
      // said below, in words for the client
    }
    throw new IllegalArgumentException("not a whole number of 32 bits: " + text.trim());
  }

  @Override
  public String marshal(Integer number) {
    return number == null ? null : number.toString();
  }
}
