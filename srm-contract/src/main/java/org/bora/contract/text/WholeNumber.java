package org.bora.contract.text;

import jakarta.xml.bind.annotation.adapters.XmlAdapter;

/** xsd:int; text that is none throws NumberFormatException, so that it cannot pass as absent. */
public final class WholeNumber extends XmlAdapter<String, Integer> {

  @Override
  public Integer unmarshal(String text) {
    return Integer.valueOf(text.trim());
  }

  @Override
  public String marshal(Integer number) {
    return number == null ? null : number.toString();
  }
}
