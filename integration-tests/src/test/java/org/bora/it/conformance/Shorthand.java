package org.bora.it.conformance;

import java.util.List;
import java.util.Map;

/** Short words for fields that have another name in nearly every operation. */
final class Shorthand {
  private static final Map<String, List<String>> WORDS =
      Map.of(
          "surls",
          List.of(
              "arrayOfSURLs",
              "SURL",
              "targetSURL",
              "sourceSURL",
              "arrayOfSourceSURLs",
              "arrayOfTargetSURLs"),
          "token",
          List.of("requestToken", "arrayOfRequestTokens"),
          "space",
          List.of("spaceToken", "targetSpaceToken", "arrayOfSpaceTokens"),
          "description",
          List.of("userRequestDescription", "userSpaceTokenDescription"),
          "protocols",
          List.of("arrayOfTransferProtocols"),
          "from",
          List.of("fromSURL", "sourceSURL"),
          "to",
          List.of("toSURL", "targetSURL"),
          "size",
          List.of("expectedFileSize"));

  private Shorthand() {}

  /** The contract's name of a field that a table calls {@code word}. */
  static String field(Contract contract, String operation, String word) {
    return WORDS.getOrDefault(word, List.of(word)).stream()
        .filter(name -> contract.has(operation, name))
        .findFirst()
        .orElse(word);
  }
}
