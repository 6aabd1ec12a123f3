package org.bora.s3;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.bora.door.http.Refused;
import org.bora.s3.answer.S3Error;
import org.bora.s3.answer.XmlText;
import org.bora.s3.answer.XmlTree;
import org.bora.s3.sign.PercentEncoding;
import org.bora.s3.sign.Query;

/**
 * Tags of an object or of a bucket.
 *
 * @param tags with different names
 */
record Tags(List<Query.Parameter> tags) {
  static final Tags NONE = new Tags(List.of());
  static final int MOST_OF_OBJECT = 10;
  static final int MOST_OF_BUCKET = 50;
  private static final int MOST_NAME = 128;
  private static final int MOST_VALUE = 256;
  private static final Pattern POSSIBLE = Pattern.compile("[\\p{L}\\p{Z}\\p{N}_.:/=+\\-@]*");

  Tags {
    tags = List.copyOf(tags);
  }

  /**
   * As the header {@code x-amz-tagging} has them, and as they are noted.
   *
   * @param text encoded as a query
   */
  static Tags ofHeader(String text) throws Refused {
    List<Query.Parameter> found;
    try {
      found = Query.of(text.replace("+", "%20")).parameters();
    } catch (Refused undecodable) {
      throw badHeader();
    }
    if (found.stream().anyMatch(tag -> tag.name().isEmpty()) || repeats(found)) {
      throw badHeader();
    }
    return checked(found, MOST_OF_OBJECT);
  }

  private static Refused badHeader() {
    return S3Error.argument(
        "x-amz-tagging",
        "",
        "The header 'x-amz-tagging' shall be encoded as UTF-8 then URLEncoded URL query parameters"
            + " without tag name duplicates.");
  }

  /** The stored tags, which were checked when they were set. */
  static Tags noted(String text) throws Refused {
    return new Tags(Query.of(text.replace("+", "%20")).parameters());
  }

  /** As the body of a request has them. */
  static Tags ofBody(byte[] body, int most) throws Refused {
    List<XmlTree> sets = XmlTree.of(body, "Tagging").all("TagSet");
    if (sets.size() != 1) {
      throw S3Error.MALFORMED_XML.because("one TagSet is expected");
    }
    return of(sets.getFirst().all("Tag"), most);
  }

  /** Elements with a key and a value each. */
  static Tags of(List<XmlTree> elements, int most) throws Refused {
    if (elements.size() > most) {
      throw tooMany(most);
    }
    return checked(
        elements.stream()
            .map(tag -> new Query.Parameter(tag.of("Key").orElse(""), tag.of("Value").orElse("")))
            .toList(),
        most);
  }

  private static Refused tooMany(int most) {
    return S3Error.BAD_REQUEST.because(
        most == MOST_OF_BUCKET
            ? "Bucket tag count cannot be greater than " + most
            : "Object tags cannot be greater than " + most);
  }

  private static Tags checked(List<Query.Parameter> tags, int most) throws Refused {
    if (tags.size() > most) {
      throw tooMany(most);
    }
    for (Query.Parameter tag : tags) {
      if (tag.name().isEmpty() || !isPossible(tag.name(), MOST_NAME)) {
        throw S3Error.INVALID_TAG
            .because("The TagKey you have provided is invalid")
            .with("TagKey", tag.name());
      }
      if (!isPossible(tag.value(), MOST_VALUE)) {
        throw S3Error.INVALID_TAG
            .because("The TagValue you have provided is invalid")
            .with("TagKey", tag.name())
            .with("TagValue", tag.value());
      }
    }
    if (repeats(tags)) {
      throw S3Error.INVALID_TAG.because("Cannot provide multiple Tags with the same key");
    }
    return new Tags(tags);
  }

  private static boolean isPossible(String text, int most) {
    return text.codePointCount(0, text.length()) <= most && POSSIBLE.matcher(text).matches();
  }

  private static boolean repeats(List<Query.Parameter> tags) {
    Set<String> names = new HashSet<>();
    return !tags.stream().allMatch(tag -> names.add(tag.name()));
  }

  /** As they are noted, and as the header has them; empty for none. */
  String text() {
    return tags.stream()
        .map(
            tag ->
                PercentEncoding.encode(tag.name(), false)
                    + "="
                    + PercentEncoding.encode(tag.value(), false))
        .collect(Collectors.joining("&"));
  }

  /** The document that tells them. */
  String document() {
    XmlText xml = XmlText.of("Tagging").open("TagSet");
    for (Query.Parameter tag : tags) {
      xml.open("Tag").leaf("Key", tag.name()).leaf("Value", tag.value()).close("Tag");
    }
    return xml.close("TagSet").end("Tagging");
  }
}
