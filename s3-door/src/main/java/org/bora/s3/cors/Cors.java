package org.bora.s3.cors;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.bora.door.http.Refused;
import org.bora.s3.answer.S3Error;
import org.bora.s3.answer.XmlText;
import org.bora.s3.answer.XmlTree;
import org.bora.s3.sign.PercentEncoding;

/** The rules of a bucket; the first that allows a request counts. */
public final class Cors {
  /** As S3 has it. */
  static final int MOST_RULES = 100;

  static final String VARY =
      "Origin, Access-Control-Request-Headers, Access-Control-Request-Method";

  private final List<CorsRule> rules;

  private Cors(List<CorsRule> rules) {
    this.rules = List.copyOf(rules);
  }

  /** As the body of a request has them. */
  public static Cors ofBody(byte[] body) throws Refused {
    List<XmlTree> asked = XmlTree.of(body, "CORSConfiguration").all("CORSRule");
    if (asked.isEmpty() || asked.size() > MOST_RULES) {
      throw S3Error.MALFORMED_XML.because("1 to " + MOST_RULES + " rules are expected");
    }
    List<CorsRule> rules = new ArrayList<>();
    for (XmlTree one : asked) {
      CorsRule rule =
          new CorsRule(
              one.of("ID"),
              texts(one, "AllowedOrigin"),
              texts(one, "AllowedMethod"),
              texts(one, "AllowedHeader"),
              texts(one, "ExposeHeader"),
              age(one.of("MaxAgeSeconds")));
      rule.require();
      rules.add(rule);
    }
    return new Cors(rules);
  }

  private static List<String> texts(XmlTree rule, String child) {
    return rule.all(child).stream().map(XmlTree::text).toList();
  }

  private static OptionalInt age(Optional<String> text) throws Refused {
    try {
      return text.isEmpty()
          ? OptionalInt.empty()
          : OptionalInt.of(Integer.parseInt(text.get().strip()));
    } catch (NumberFormatException e) {
      throw S3Error.MALFORMED_XML.because("MaxAgeSeconds is a number");
    }
  }

  /** As they are noted: {@code r=ID&o=ORIGIN&m=METHOD&h=HEADER&e=EXPOSED&a=SECONDS&r=...}. */
  public String text() {
    StringBuilder text = new StringBuilder();
    for (CorsRule rule : rules) {
      add(text, 'r', rule.id().map(id -> "-" + id).orElse(""));
      rule.origins().forEach(origin -> add(text, 'o', origin));
      rule.methods().forEach(method -> add(text, 'm', method));
      rule.headers().forEach(header -> add(text, 'h', header));
      rule.exposed().forEach(header -> add(text, 'e', header));
      rule.maxAgeSeconds().ifPresent(age -> add(text, 'a', String.valueOf(age)));
    }
    return text.toString();
  }

  private static void add(StringBuilder text, char kind, String value) {
    text.append(text.isEmpty() ? "" : "&").append(kind).append('=');
    text.append(PercentEncoding.encode(value, true));
  }

  /**
   * The stored rules.
   *
   * @throws Refused for an invalid text: the owner of a directory can write its notes, too
   */
  public static Cors noted(String text) throws Refused {
    List<CorsRule> rules = new ArrayList<>();
    for (String rule : text.split("&(?=r=)", -1)) {
      Map<Character, List<String>> values = new LinkedHashMap<>();
      for (String one : rule.split("&", -1)) {
        if (one.length() > 1 && one.charAt(1) == '=') {
          values
              .computeIfAbsent(one.charAt(0), _ -> new ArrayList<>())
              .add(PercentEncoding.decode(one.substring(2)));
        }
      }
      String id = first(values, 'r').orElse("");
      CorsRule noted =
          new CorsRule(
              id.isEmpty() ? Optional.empty() : Optional.of(id.substring(1)),
              values.getOrDefault('o', List.of()),
              values.getOrDefault('m', List.of()),
              values.getOrDefault('h', List.of()),
              values.getOrDefault('e', List.of()),
              age(first(values, 'a')));
      noted.require();
      rules.add(noted);
    }
    return new Cors(rules);
  }

  private static Optional<String> first(Map<Character, List<String>> values, char kind) {
    return values.getOrDefault(kind, List.of()).stream().findFirst();
  }

  /** The document that tells them. */
  public String document() {
    XmlText xml = XmlText.of("CORSConfiguration");
    for (CorsRule rule : rules) {
      xml.open("CORSRule");
      rule.id().ifPresent(id -> xml.leaf("ID", id));
      rule.headers().forEach(header -> xml.leaf("AllowedHeader", header));
      rule.methods().forEach(method -> xml.leaf("AllowedMethod", method));
      rule.origins().forEach(origin -> xml.leaf("AllowedOrigin", origin));
      rule.exposed().forEach(header -> xml.leaf("ExposeHeader", header));
      rule.maxAgeSeconds().ifPresent(age -> xml.leaf("MaxAgeSeconds", age));
      xml.close("CORSRule");
    }
    return xml.end("CORSConfiguration");
  }

  /**
   * The headers of the answer to a request; empty where no rule allows it.
   *
   * @param method that the script uses
   * @param wanted headers that it sends
   */
  public Optional<Map<String, String>> allowed(String origin, String method, List<String> wanted) {
    return rules.stream()
        .filter(rule -> rule.allows(origin, method, wanted))
        .findFirst()
        .map(rule -> headers(rule, origin, wanted));
  }

  /**
   * An origin that matches {@code *} is not told back: scripts of such pages get no answer to
   * requests with credentials.
   */
  private static Map<String, String> headers(CorsRule rule, String origin, List<String> wanted) {
    boolean any = rule.origin(origin).equals(Optional.of("*"));
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Access-Control-Allow-Origin", any ? "*" : origin);
    headers.put("Access-Control-Allow-Methods", String.join(", ", rule.methods()));
    if (!wanted.isEmpty()) {
      String names =
          wanted.stream().map(n -> n.toLowerCase(Locale.ROOT)).collect(Collectors.joining(", "));
      headers.put("Access-Control-Allow-Headers", names);
    }
    List<String> exposed = new ArrayList<>(rule.exposed());
    if (exposed.stream().noneMatch("ETag"::equalsIgnoreCase)) {
      exposed.add("ETag");
    }
    headers.put("Access-Control-Expose-Headers", String.join(", ", exposed));
    headers.put("Access-Control-Allow-Credentials", String.valueOf(!any));
    rule.maxAgeSeconds()
        .ifPresent(age -> headers.put("Access-Control-Max-Age", String.valueOf(age)));
    headers.put("Vary", VARY);
    return headers;
  }
}
