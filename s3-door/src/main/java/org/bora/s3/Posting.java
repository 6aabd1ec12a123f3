package org.bora.s3;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.bora.door.http.Refused;
import org.bora.files.DoorUpload;
import org.bora.files.Replacing;
import org.bora.s3.answer.S3Error;
import org.bora.s3.answer.XmlText;
import org.bora.s3.form.Form;
import org.bora.s3.form.Policy;
import org.bora.s3.sign.PercentEncoding;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpStatus;

/**
 * PostObject: creates an object by a form, under the conditions of its policy. The signer and the
 * signature of the policy have already been verified.
 */
final class Posting {
  private static final String FILE_NAME = "${filename}";
  private static final String KEY = "key";
  private static final String BUCKET = "bucket";

  /**
   * Fields that are headers of other requests; those of Amazon are too, but for the signature's.
   */
  private static final Set<String> HEADERS =
      Set.of(
          "cache-control",
          "content-type",
          "content-disposition",
          "content-encoding",
          "content-language",
          "expires");

  private static final Set<String> OF_SIGNATURE =
      Set.of("x-amz-algorithm", "x-amz-credential", "x-amz-date", "x-amz-signature");

  private Posting() {}

  static void serve(S3Visit visit) throws Refused, IOException {
    Form form =
        FormHead.of(visit.request())
            .orElseThrow(() -> new IllegalStateException("the form has not been read"));
    Map<String, String> fields = used(visit, form);
    Policy policy = Policy.parse(fields.get("policy"));
    policy.requireTimely(visit.clock().instant());
    policy.require(fields);
    ObjectKey key = ObjectKey.of(fields.get(KEY), visit.bucket());
    if (key.namesDirectory()) {
      throw S3Error.INVALID_REQUEST.because(
          "a key that ends with a slash is a directory, which has no bytes");
    }
    HttpFields headers = headers(fields);
    Facts wishes = ObjectWishes.of(headers);
    if (fields.containsKey("tagging")) {
      byte[] tagging = fields.get("tagging").getBytes(StandardCharsets.UTF_8);
      wishes = wishes.withTags(Tags.ofBody(tagging, Tags.MOST_OF_OBJECT));
    }
    Facts facts = store(visit, key, ObjectBody.of(visit, form, headers), wishes, policy, form);
    answer(visit, key, fields, facts);
  }

  private static Facts store(
      S3Visit visit, ObjectKey key, ObjectBody body, Facts wishes, Policy policy, Form form)
      throws Refused, IOException {
    long announced = form.announced(visit.request().getLength());
    body.makesDefault();
    body.whileReceiving(bytes -> policy.requireSize(bytes, false, announced));
    OptionalLong size = OptionalLong.empty();
    try (DoorUpload upload = ObjectWriting.begin(visit, key.name(), Replacing.ANYTHING, size)) {
      body.into(upload);
      Map<Sum, String> sums = body.verify();
      policy.requireSize(upload.size(), true, upload.size());
      Facts facts = wishes.withSums(body.etag(), sums);
      ObjectWriting.publish(upload, facts, body.adler32());
      return facts;
    }
  }

  /** The key of the object that a form makes. */
  static String key(Form form) {
    return form.fields().get(KEY).replace(FILE_NAME, form.fileName());
  }

  /** The fields in their effective form, against which the policy is checked. */
  private static Map<String, String> used(S3Visit visit, Form form) throws Refused {
    Map<String, String> fields = new LinkedHashMap<>(form.fields());
    fields.put(KEY, key(form));
    fields.put(BUCKET, visit.bucketName());
    return fields;
  }

  private static HttpFields headers(Map<String, String> fields) throws Refused {
    HttpFields.Mutable headers = HttpFields.build();
    Map<String, String> all = new HashMap<>(fields);
    Optional.ofNullable(all.remove("acl")).ifPresent(acl -> all.put("x-amz-acl", acl));
    for (Map.Entry<String, String> field : all.entrySet()) {
      String name = field.getKey();
      boolean header = HEADERS.contains(name) || name.startsWith("x-amz-");
      if (header && !OF_SIGNATURE.contains(name)) {
        if (isControlled(name) || isControlled(field.getValue())) {
          throw S3Error.argument(name, "", "a field that becomes a header has control characters");
        }
        headers.put(name, field.getValue());
      }
    }
    return headers;
  }

  private static boolean isControlled(String text) {
    return text.chars().anyMatch(c -> c < ' ' || c == 0x7F);
  }

  private static void answer(S3Visit visit, ObjectKey key, Map<String, String> fields, Facts facts)
      throws IOException, Refused {
    ObjectWriting.tell(visit, facts);
    visit.header("x-amz-checksum-type", PartSums.WHOLE);
    String wished =
        fields.getOrDefault("success_action_redirect", fields.getOrDefault("redirect", ""));
    Optional<String> next = next(wished, fields, facts);
    String place =
        visit.location().replaceAll("/$", "") + "/" + PercentEncoding.encode(key.text(), true);
    visit.header("Location", next.orElse(place));
    if (next.isPresent()) {
      visit.answer(HttpStatus.SEE_OTHER_303);
      return;
    }
    switch (fields.getOrDefault("success_action_status", "")) {
      case "200" -> visit.answer(HttpStatus.OK_200);
      case "201" -> visit.answer(HttpStatus.CREATED_201, document(visit, place, key, facts));
      default -> visit.answer(HttpStatus.NO_CONTENT_204);
    }
  }

  private static String document(S3Visit visit, String place, ObjectKey key, Facts facts)
      throws Refused {
    return XmlText.of("PostResponse")
        .leaf("Location", place)
        .leaf("Bucket", visit.bucketName())
        .leaf("Key", key.text())
        .leaf("ETag", "\"" + facts.etag().orElseThrow() + "\"")
        .end("PostResponse");
  }

  /** The address for the browser's redirect; empty for an invalid address, as in S3. */
  private static Optional<String> next(String wished, Map<String, String> fields, Facts facts) {
    URI address;
    try {
      address = new URI(wished);
    } catch (URISyntaxException e) {
      return Optional.empty();
    }
    boolean web = "http".equalsIgnoreCase(address.getScheme());
    if (!(web || "https".equalsIgnoreCase(address.getScheme())) || address.getHost() == null) {
      return Optional.empty();
    }
    String result =
        "bucket="
            + PercentEncoding.encode(fields.get(BUCKET), false)
            + "&key="
            + PercentEncoding.encode(fields.get(KEY), false)
            + "&etag="
            + PercentEncoding.encode("\"" + facts.etag().orElseThrow() + "\"", false);
    String text = address.toASCIIString();
    int fragment = text.indexOf('#');
    String plain = fragment < 0 ? text : text.substring(0, fragment);
    return Optional.of(plain + (plain.indexOf('?') < 0 ? "?" : "&") + result);
  }
}
