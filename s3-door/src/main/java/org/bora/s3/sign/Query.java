package org.bora.s3.sign;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.bora.door.http.Refused;
import org.bora.s3.answer.S3Error;

/**
 * The parameters of a request, decoded, in the order sent.
 *
 * @param parameters may have one name several times
 */
public record Query(List<Parameter> parameters) {
  private static final int MOST = 100;

  /** One of them; without a value where it is empty. */
  public record Parameter(String name, String value) {}

  public Query {
    parameters = List.copyOf(parameters);
  }

  /**
   * Reads a query string.
   *
   * @param raw as sent; null for none
   * @throws Refused for one with an escape that is none, or more parameters than any request needs
   */
  public static Query of(String raw) throws Refused {
    Query query = unbounded(raw);
    if (query.parameters().size() > MOST) {
      throw S3Error.INVALID_ARGUMENT.because("more than " + MOST + " parameters");
    }
    return query;
  }

  /** The same of a text whose length is bounded already, as that of a note is. */
  public static Query unbounded(String raw) throws Refused {
    List<Parameter> found = new ArrayList<>();
    if (raw != null) {
      for (String part : raw.split("&", -1)) {
        int equals = part.indexOf('=');
        if (!part.isEmpty()) {
          String name = equals < 0 ? part : part.substring(0, equals);
          String value = equals < 0 ? "" : part.substring(equals + 1);
          found.add(new Parameter(PercentEncoding.decode(name), PercentEncoding.decode(value)));
        }
      }
    }
    return new Query(found);
  }

  /** The others. */
  public Query without(String name) {
    return new Query(parameters.stream().filter(one -> !one.name().equals(name)).toList());
  }

  public boolean has(String name) {
    return get(name).isPresent();
  }

  /** The first value. */
  public Optional<String> get(String name) {
    return parameters.stream()
        .filter(one -> one.name().equals(name))
        .findFirst()
        .map(Parameter::value);
  }

  /** As it is signed: without the signature itself. */
  String canonical() {
    List<String[]> encoded =
        parameters.stream()
            .filter(one -> !one.name().equals("X-Amz-Signature"))
            .map(
                one ->
                    new String[] {
                      PercentEncoding.encode(one.name(), false),
                      PercentEncoding.encode(one.value(), false)
                    })
            .sorted(Comparator.comparing((String[] one) -> one[0]).thenComparing(one -> one[1]))
            .toList();
    return String.join("&", encoded.stream().map(one -> one[0] + "=" + one[1]).toList());
  }
}
