package org.bora.frontend.soap;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Function;
import org.bora.api.figures.CallTarget;
import org.bora.api.word.SrmStatus;
import org.bora.contract.TReturnStatus;
import org.bora.contract.codec.ContractField;
import org.bora.contract.codec.ContractType;

/** Finds the SURLs in a request or reply of any operation. Thread safe. */
final class NamedSurls {

  /** The contract has no type for them: these are its fields that hold one, or several. */
  private static final Set<String> FIELDS =
      Set.of("SURL", "surl", "fromSURL", "toSURL", "sourceSURL", "targetSURL", "urlArray");

  private static final String STATUS = "status";
  private static final String PREFIX = "SRM_";

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

  /** The files that a call names, each once; of a rename or copy, the source. */
  Optional<CallTarget> target(Object part) {
    return CallTarget.of(files(part, (_, _) -> true));
  }

  /**
   * The same of a call that was not done as asked: the files that failed, if its reply names any.
   */
  Optional<CallTarget> target(Object reply, Object part) {
    List<String> failed =
        reply instanceof StreamedReply ? List.of() : files(reply, NamedSurls::hasFailed);
    return failed.isEmpty() ? target(part) : CallTarget.of(failed);
  }

  private static boolean hasFailed(Object instance, ContractType type) {
    ContractField field = type.field(STATUS);
    return field != null
        && field.of(instance) instanceof TReturnStatus status
        && !SrmStatus.valueOf(status.getStatusCode().substring(PREFIX.length())).isAsAsked();
  }

  private List<String> files(Object part, BiPredicate<Object, ContractType> which) {
    List<String> found = new ArrayList<>();
    files(part, types.apply(part.getClass()), which, found);
    return found;
  }

  private static void files(
      Object instance,
      ContractType type,
      BiPredicate<Object, ContractType> which,
      List<String> found) {
    boolean wanted = which.test(instance, type);
    for (ContractField field : type.fields()) {
      if (FIELDS.contains(field.name())) {
        if (wanted) {
          List<?> values = values(field, instance);
          values.forEach(value -> found.add(field.text(value)));
          wanted = field.isList() || values.isEmpty();
        }
      } else if (field.isStructure()) {
        values(field, instance).forEach(value -> files(value, field.structure(), which, found));
      }
    }
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

  /** The present elements, one or many; clients may leave out any. */
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
