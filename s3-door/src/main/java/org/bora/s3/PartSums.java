package org.bora.s3;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bora.door.http.Refused;
import org.bora.s3.answer.S3Error;
import org.bora.s3.answer.XmlTree;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;

/** The checksums of parts and object in the request that completes a multipart upload. */
final class PartSums {
  private static final Pattern WITH_COUNT = Pattern.compile("(.+?)(-[0-9]{1,5})?");

  static final String WHOLE = "FULL_OBJECT";
  static final String COMPOSITE = "COMPOSITE";

  private PartSums() {}

  /** The sum that parts are to come with. */
  static Optional<Sum> sum(S3Visit visit) throws Refused {
    String algorithm = visit.headers().get("x-amz-checksum-algorithm");
    if (algorithm == null) {
      return Optional.empty();
    }
    return Optional.of(Announced.known(algorithm));
  }

  /** Whether it is of the object, not of the sums of its parts. */
  static boolean whole(S3Visit visit, Optional<Sum> sum) throws Refused {
    String type = type(visit.headers());
    if (type.isEmpty()) {
      return sum.equals(Optional.of(Sum.CRC64NVME));
    }
    if (sum.isEmpty()) {
      throw S3Error.INVALID_REQUEST.because(
          "The x-amz-checksum-type header can only be used with the x-amz-checksum-algorithm"
              + " header.");
    }
    boolean whole = type.equals(WHOLE);
    if (whole ? !sum.get().isOfWholes() : sum.get() == Sum.CRC64NVME) {
      throw S3Error.INVALID_REQUEST.because(
          "The "
              + type
              + " checksum type cannot be used with the "
              + sum.get().name().toLowerCase(Locale.ROOT)
              + " checksum algorithm.");
    }
    return whole;
  }

  /** Whether a checksum is of the object or of its parts' checksums; empty if not given. */
  static String type(HttpFields headers) throws Refused {
    String type = headers.get("x-amz-checksum-type");
    if (type == null || type.isEmpty()) {
      return "";
    }
    String known = type.toUpperCase(Locale.ROOT);
    if (!known.equals(WHOLE) && !known.equals(COMPOSITE)) {
      throw S3Error.INVALID_REQUEST.because("Value for x-amz-checksum-type header is invalid.");
    }
    return known;
  }

  /** A part has the sum that its upload was begun with, or none where that is of the object. */
  static void requireSum(MultipartUpload.Plan plan, ObjectBody body) throws Refused {
    if (body.sums().isEmpty()) {
      if (plan.sum().isPresent() && !plan.whole()) {
        throw otherSum(plan, "null");
      }
      plan.sum().ifPresent(body::makes);
      return;
    }
    Sum sum = body.sums().iterator().next();
    if (plan.sum().isPresent() && plan.sum().get() != sum) {
      throw otherSum(plan, sum.name());
    }
  }

  private static Refused otherSum(MultipartUpload.Plan plan, String actual) {
    return S3Error.INVALID_REQUEST.because(
        "Checksum Type mismatch occurred, expected checksum Type: "
            + plan.sum().orElseThrow()
            + ", actual checksum Type: "
            + actual);
  }

  /**
   * Looks at the checksums that a client lists with a part, before the part is looked for.
   *
   * @throws Refused where they cannot be those of any part of this upload
   */
  static void require(XmlTree part, int number, MultipartUpload.Plan plan) throws Refused {
    int count = 0;
    for (Sum sum : Sum.values()) {
      Optional<String> value = part.of("Checksum" + sum.name());
      if (value.isPresent()) {
        count++;
        if (count > 1 || Announced.base64(value.get()).length != sum.bytes()) {
          throw S3Error.argument(
              "Checksum", value.get(), "Invalid Base64 or multiple checksums present in request");
        }
        if (plan.sum().isPresent() && plan.sum().get() != sum) {
          throw S3Error.BAD_DIGEST.because(
              "The "
                  + sum.name().toLowerCase(Locale.ROOT)
                  + " you specified for part "
                  + number
                  + " did not match what we received.");
        }
      }
    }
    if (count == 0 && plan.sum().isPresent() && !plan.whole()) {
      throw S3Error.INVALID_REQUEST.because(
          "The upload was created using a "
              + plan.sum().get().name().toLowerCase(Locale.ROOT)
              + " checksum. The complete request must include the checksum for each part. It was"
              + " missing for part "
              + number
              + " in the request.");
    }
  }

  /** Whether a part has the checksums that the client lists with it. */
  static boolean hold(XmlTree asked, MultipartUpload.Part part) {
    Map<Sum, String> known = part.found().facts().sums();
    for (Sum sum : Sum.values()) {
      Optional<String> value = asked.of("Checksum" + sum.name());
      if (value.isPresent() && !value.get().strip().equals(known.get(sum))) {
        return false;
      }
    }
    return true;
  }

  /**
   * Looks at the checksum that the object is to have.
   *
   * @throws Refused where it cannot be one of this upload
   */
  static void requireOfPlan(HttpFields headers, MultipartUpload.Plan plan) throws Refused {
    HttpFields.Mutable plain = HttpFields.build();
    for (HttpField field : headers) {
      String name = field.getName().toLowerCase(Locale.ROOT);
      if (Sum.ofHeader(name).isPresent()) {
        Matcher value = WITH_COUNT.matcher(field.getValue() == null ? "" : field.getValue());
        plain.add(name, value.matches() ? value.group(1) : "");
      }
    }
    Announced.sums(plain);
    String type = type(headers);
    if (!type.isEmpty() && plan.sum().isPresent() && type.equals(WHOLE) != plan.whole()) {
      throw S3Error.INVALID_REQUEST.because(
          "The upload was created using the "
              + (plan.whole() ? WHOLE : COMPOSITE)
              + " checksum mode. The complete request must use the same checksum mode.");
    }
  }
}
