package org.bora.frontend.soap;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.bora.api.word.AccessLatency;
import org.bora.api.word.RetentionPolicy;
import org.bora.api.word.RetentionPolicyInfo;
import org.bora.api.word.Surl;
import org.bora.contract.ArrayOfAnyURI;
import org.bora.contract.ArrayOfString;
import org.bora.contract.ArrayOfTExtraInfo;
import org.bora.contract.TRetentionPolicyInfo;
import org.bora.contract.TTransferParameters;
import org.bora.contract.text.WholeNumber;

/**
 * Converts fields of requests to values. Each method accepts null for an absent field, and throws
 * MalformedRequest for an invalid one.
 */
final class RequestFields {
  private static final int FOR_EVER = -1;

  /** Of storageSystemInfo (WLCG usage of SRM v2.2): seconds that the copy on disk stays. */
  private static final String COPY_PIN = "CopyPinLifetime";

  private static final int LONGEST_LABEL_BYTES = 1000;

  /**
   * A SURL is kept with its request and echoed as it came, also where it cannot be understood: so
   * many characters fit the 64 KiB of its column, whatever they are.
   */
  private static final int LONGEST_SURL = 16_000;

  private RequestFields() {}

  /** A token or name that must be there. */
  static String required(String value, String field) {
    if (value == null || value.isBlank()) {
      throw new MalformedRequest(field + " is missing");
    }
    return value;
  }

  static Surl surl(String value, String field) {
    return bounded(required(value, field));
  }

  private static Surl bounded(String text) {
    if (text.length() > LONGEST_SURL) {
      throw new MalformedRequest(
          "a SURL of " + text.length() + " characters; at most " + LONGEST_SURL + " are possible");
    }
    return new Surl(text);
  }

  /** SURLs of an array that must have at least one. */
  static List<Surl> surls(ArrayOfAnyURI array, String field) {
    List<Surl> surls = surlsIfAny(array);
    if (surls.isEmpty()) {
      throw new MalformedRequest(field + " is empty");
    }
    return surls;
  }

  /** SURLs of an array that may be absent or empty. */
  static List<Surl> surlsIfAny(ArrayOfAnyURI array) {
    return array == null
        ? List.of()
        : array.getUrlArray().stream()
            .filter(Objects::nonNull)
            .map(RequestFields::bounded)
            .toList();
  }

  /** Entries of an array of structures that must have at least one. */
  static <T> List<T> entries(List<T> array, String field) {
    List<T> entries = array.stream().filter(Objects::nonNull).toList();
    if (entries.isEmpty()) {
      throw new MalformedRequest(field + " is empty");
    }
    return entries;
  }

  /** Seconds, -1 for ever (GFD.129 section 1.20). */
  static OptionalInt seconds(Integer value, String field) {
    if (value == null) {
      return OptionalInt.empty();
    }
    if (value < FOR_EVER) {
      throw new MalformedRequest(field + " is " + value + ", allowed is 0 or more, or -1");
    }
    return OptionalInt.of(value);
  }

  /** The one key of storageSystemInfo that means something here; others are ignored. */
  static OptionalInt copyPin(ArrayOfTExtraInfo extras) {
    if (extras == null) {
      return OptionalInt.empty();
    }
    Optional<String> given =
        extras.getExtraInfoArray().stream()
            .filter(Objects::nonNull)
            .filter(extra -> COPY_PIN.equalsIgnoreCase(extra.getKey()))
            .findFirst()
            .flatMap(extra -> text(extra.getValue()));
    if (given.isEmpty()) {
      return OptionalInt.empty();
    }
    try {
      return seconds(new WholeNumber().unmarshal(given.get()), COPY_PIN);
    } catch (IllegalArgumentException e) {
      throw new MalformedRequest(
          String.format(
              Locale.ROOT, "%s is %.40s, not a number of seconds", COPY_PIN, given.get()));
    }
  }

  /** The longer of two lifetimes; -1 is for ever, and 0 is the same as an absent one. */
  static OptionalInt longer(OptionalInt one, OptionalInt other) {
    if (other.orElse(0) == 0) {
      return one;
    }
    if (one.orElse(0) == 0) {
      return other;
    }
    boolean endless = one.getAsInt() == FOR_EVER || other.getAsInt() == FOR_EVER;
    return OptionalInt.of(endless ? FOR_EVER : Math.max(one.getAsInt(), other.getAsInt()));
  }

  static OptionalInt count(Integer value, String field) {
    if (value == null) {
      return OptionalInt.empty();
    }
    if (value < 0) {
      throw new MalformedRequest(field + " is " + value + ", allowed is 0 or more");
    }
    return OptionalInt.of(value);
  }

  static OptionalLong size(Long bytes) {
    return bytes == null ? OptionalLong.empty() : OptionalLong.of(bytes);
  }

  static boolean flag(Boolean value) {
    return value != null && value;
  }

  static Optional<String> text(String value) {
    return Optional.ofNullable(value).filter(text -> !text.isEmpty());
  }

  /**
   * What a client calls a request or a space by.
   *
   * @param value as long as the database keeps it
   */
  static String label(String value) {
    String label = description(value);
    int bytes = label.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > LONGEST_LABEL_BYTES) {
      throw new MalformedRequest(
          "the description has " + bytes + " bytes, allowed are " + LONGEST_LABEL_BYTES);
    }
    return label;
  }

  static String description(String value) {
    return value == null ? "" : value;
  }

  static List<String> strings(ArrayOfString array) {
    return array == null
        ? List.of()
        : array.getStringArray().stream().filter(Objects::nonNull).toList();
  }

  static List<String> protocols(TTransferParameters parameters) {
    return parameters == null ? List.of() : strings(parameters.getArrayOfTransferProtocols());
  }

  /** A word of the contract by its name, or by its position in the contract: gfal2 sends that. */
  static <E extends Enum<E>> Optional<E> word(Class<E> type, String value, String field) {
    if (value == null || value.isBlank()) {
      return Optional.empty();
    }
    String text = value.trim();
    E[] words = type.getEnumConstants();
    for (int position = 0; position < words.length; position++) {
      if (words[position].name().equals(text) || Integer.toString(position).equals(text)) {
        return Optional.of(words[position]);
      }
    }
    throw new MalformedRequest(
        String.format(Locale.ROOT, "%s is %.40s, which is no word of the contract", field, text));
  }

  static Optional<RetentionPolicyInfo> retention(TRetentionPolicyInfo info, String field) {
    if (info == null) {
      return Optional.empty();
    }
    Optional<AccessLatency> latency =
        word(AccessLatency.class, info.getAccessLatency(), field + ".accessLatency");
    return word(RetentionPolicy.class, info.getRetentionPolicy(), field + ".retentionPolicy")
        .map(policy -> new RetentionPolicyInfo(policy, latency));
  }
}
