package org.bora.contract.codec;

import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlType;
import jakarta.xml.bind.annotation.adapters.XmlAdapter;
import jakarta.xml.bind.annotation.adapters.XmlJavaTypeAdapter;
import java.lang.reflect.Constructor;
import java.lang.reflect.ParameterizedType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * A structure of the contract: what its generated class says about it, looked at once. The classes
 * are of one kind throughout (docs/adr/0028): fields in the order of the contract, each a text, a
 * text with an adapter, another structure, or a list of one of these; no attributes, no
 * inheritance, no namespaces within.
 */
public final class ContractType {
  private static final String AS_THE_FIELD = "##default";

  private final Constructor<?> constructor;
  private final List<ContractField> inOrder;
  private final Map<String, ContractField> byName = new HashMap<>();

  private ContractType(Class<?> generated, Function<Class<?>, ContractType> structures)
      throws ReflectiveOperationException {
    constructor = generated.getConstructor();
    // public anyway; without this each instance is preceded by a look whether it is
    constructor.setAccessible(true);
    List<ContractField> fields = new ArrayList<>();
    for (String property : generated.getAnnotation(XmlType.class).propOrder()) {
      if (!property.isEmpty()) {
        fields.add(field(generated.getDeclaredField(property), structures));
      }
    }
    inOrder = List.copyOf(fields);
    inOrder.forEach(field -> byName.put(field.name(), field));
  }

  /** All types, each made on demand. */
  public static Function<Class<?>, ContractType> all() {
    ClassValue<ContractType> types =
        new ClassValue<>() {
          @Override
          protected ContractType computeValue(Class<?> generated) {
            try {
              return new ContractType(generated, this::get);
            } catch (ReflectiveOperationException e) {
              throw new IllegalStateException(generated + " is no class of the contract", e);
            }
          }
        };
    return types::get;
  }

  private static ContractField field(
      java.lang.reflect.Field field, Function<Class<?>, ContractType> structures)
      throws ReflectiveOperationException {
    field.setAccessible(true);
    XmlElement element = field.getAnnotation(XmlElement.class);
    String name =
        element == null || element.name().equals(AS_THE_FIELD) ? field.getName() : element.name();
    boolean list = field.getType() == List.class;
    Class<?> content =
        list
            ? (Class<?>) ((ParameterizedType) field.getGenericType()).getActualTypeArguments()[0]
            : field.getType();
    boolean structure = content.isAnnotationPresent(XmlType.class);
    return new ContractField(
        name, field, list, structure ? () -> structures.apply(content) : null, text(field));
  }

  @SuppressWarnings("unchecked") // every adapter of the contract is between text and a value
  private static XmlAdapter<String, Object> text(java.lang.reflect.Field field)
      throws ReflectiveOperationException {
    XmlJavaTypeAdapter adapted = field.getAnnotation(XmlJavaTypeAdapter.class);
    return adapted == null
        ? null
        : (XmlAdapter<String, Object>) adapted.value().getConstructor().newInstance();
  }

  /** An instance without any field. */
  public Object empty() {
    try {
      return constructor.newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(constructor.toString(), e);
    }
  }

  /** The field of that name, or null: there are clients with fields of their own. */
  public ContractField field(String name) {
    return byName.get(name);
  }

  public List<ContractField> fields() {
    return inOrder;
  }
}
