package org.bora.contract.codec;

import jakarta.xml.bind.annotation.adapters.XmlAdapter;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** One field of a {@link ContractType}. */
public final class ContractField {
  private final String name;
  private final Field field;
  private final boolean list;
  private final Supplier<ContractType> structure;
  private final XmlAdapter<String, Object> adapter;
  private final XmlOutput.Tag tag;

  /**
   * @param list whether it may occur many times
   * @param structure of its content; null where that is text
   * @param adapter between the text and the value; null where the value is the text
   */
  ContractField(
      String name,
      Field field,
      boolean list,
      Supplier<ContractType> structure,
      XmlAdapter<String, Object> adapter) {
    this.name = name;
    this.field = field;
    this.list = list;
    this.structure = structure;
    this.adapter = adapter;
    this.tag = new XmlOutput.Tag(name);
  }

  public String name() {
    return name;
  }

  public XmlOutput.Tag tag() {
    return tag;
  }

  public boolean isList() {
    return list;
  }

  public boolean isStructure() {
    return structure != null;
  }

  public ContractType structure() {
    return structure.get();
  }

  /**
   * The value of a text.
   *
   * @throws IllegalArgumentException when it has none, with a sentence for the client
   */
  public Object value(String text) {
    if (adapter == null) {
      return text;
    }
    try {
      return adapter.unmarshal(text);
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException("adapters of the contract throw nothing else", e);
    }
  }

  /** The text of a value. */
  public String text(Object value) {
    if (adapter == null) {
      return (String) value;
    }
    try {
      return adapter.marshal(value);
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException("adapters of the contract throw nothing else", e);
    }
  }

  /** The value in an instance, or null; a list for a list field. */
  public Object of(Object instance) {
    try {
      return field.get(instance);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(name, e);
    }
  }

  /** Sets it, or adds to the list. */
  @SuppressWarnings("unchecked") // a list of the field's own values
  public void put(Object instance, Object value) {
    try {
      if (!list) {
        field.set(instance, value);
        return;
      }
      List<Object> values = (List<Object>) field.get(instance);
      if (values == null) {
        values = new ArrayList<>();
        field.set(instance, values);
      }
      values.add(value);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(name, e);
    }
  }
}
