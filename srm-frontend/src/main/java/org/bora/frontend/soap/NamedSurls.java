package org.bora.frontend.soap;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.bora.contract.codec.ContractField;
import org.bora.contract.codec.ContractType;

/** Finds the SURLs that a request names, whatever operation it is for. Thread safe. */
final class NamedSurls {

  /** The contract has no type for them: these are its fields that hold one, or several. */
  private static final Set<String> FIELDS =
      Set.of("SURL", "fromSURL", "toSURL", "sourceSURL", "targetSURL", "urlArray");

  private final Function<Class<?>, ContractType> types;

  NamedSurls(Function<Class<?>, ContractType> types) {
    this.types = Objects.requireNonNull(types, "types");
  }

  /**
   * In the order of the request.
   *
   * @param part of a structure of the contract
   */
  List<String> of(Object part) {
    List<String> found = new ArrayList<>();
    collect(part, types.apply(part.getClass()), found);
    return found;
  }

  private static void collect(Object instance, ContractType type, List<String> found) {
    for (ContractField field : type.fields()) {
      boolean named = FIELDS.contains(field.name());
      if (named || field.isStructure()) {
        values(field, instance)
            .forEach(
                value -> {
                  if (named) {
                    found.add(field.text(value));
                  } else {
                    collect(value, field.structure(), found);
                  }
                });
      }
    }
  }

  /** What is there, one or many; clients leave out what they like. */
  private static List<?> values(ContractField field, Object instance) {
    Object value = field.of(instance);
    if (value == null) {
      return List.of();
    }
    return field.isList()
        ? ((List<?>) value).stream().filter(Objects::nonNull).toList()
        : List.of(value);
  }
}
