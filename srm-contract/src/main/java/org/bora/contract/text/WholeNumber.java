package org.bora.contract.text;

import jakarta.xml.bind.annotation.adapters.XmlAdapter;

/** xsd:int; text that is none throws IllegalArgumentException, so that it cannot pass as absent. */
public final class WholeNumber extends XmlAdapter<String, Integer> {

  @Override
  public Integer unmarshal(String text) {
    try {
      return Integer.valueOf(text.trim());
    } catch (NumberFormatException none) {
      throw new IllegalArgumentException("not a whole number of 32 bits: " + text.trim());
    }
  }

  @Override
  public String marshal(Integer number) {
    return number == null ? null : number.toString();
  }
}
