package org.bora.s3;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.bora.door.http.Refused;
import org.bora.s3.answer.S3Error;
import org.bora.s3.answer.XmlTree;

/** The parts that a completion lists, among those that are there. */
final class WantedParts {
  /** Of all parts but the last, as S3 has it. */
  private static final long LEAST_PART_BYTES = 5L << 20;

  private WantedParts() {}

  /**
   * Selects the parts, in the listed order.
   *
   * @param asked the document of the completion
   * @param there the parts; for the same number the latest first
   * @throws Refused if one is missing or too small, or if the list is invalid
   */
  static List<MultipartUpload.Part> of(
      XmlTree asked, List<MultipartUpload.Part> there, MultipartUpload.Plan plan) throws Refused {
    List<XmlTree> listed = asked.all("Part");
    if (listed.isEmpty() || listed.size() > MultipartUpload.MOST_PARTS) {
      throw S3Error.MALFORMED_XML.because("1 to 10,000 parts must be listed");
    }
    Map<Integer, List<MultipartUpload.Part>> byNumber =
        there.stream().collect(Collectors.groupingBy(MultipartUpload.Part::number));
    List<MultipartUpload.Part> wanted = new ArrayList<>();
    int before = 0;
    for (XmlTree part : listed) {
      int number = number(part);
      if (number <= before) {
        throw S3Error.INVALID_PART_ORDER.refusal();
      }
      before = number;
      String tag =
          part.of("ETag").orElseThrow(S3Error.MALFORMED_XML::refusal).strip().replace("\"", "");
      PartSums.require(part, number, plan);
      List<MultipartUpload.Part> those = byNumber.getOrDefault(number, List.of());
      List<MultipartUpload.Part> right =
          those.stream()
              .filter(one -> one.tag().replace("\"", "").equals(tag))
              .filter(one -> PartSums.hold(part, one))
              .toList();
      wanted.add(
          right.stream()
              .filter(one -> one.found().isOnDisk())
              .findFirst()
              .orElseThrow(() -> right.isEmpty() ? missing(number, tag) : away(right.getFirst())));
    }
    requireLarge(wanted.subList(0, wanted.size() - 1));
    return wanted;
  }

  private static Refused missing(int number, String tag) {
    return S3Error.INVALID_PART
        .because("part " + number + " is not there, or has another ETag or checksum")
        .with("PartNumber", String.valueOf(number))
        .with("ETag", tag);
  }

  /**
   * Parts stay on disk. One that an earlier release has let go to tape is not recalled, and the
   * client has its bytes: sent again, it has another file.
   */
  static Refused away(MultipartUpload.Part part) {
    return S3Error.INVALID_PART
        .because("part " + part.number() + " is not on disk any more: send this part again")
        .with("PartNumber", String.valueOf(part.number()))
        .with("ETag", part.tag().replace("\"", ""));
  }

  private static void requireLarge(List<MultipartUpload.Part> parts) throws Refused {
    for (MultipartUpload.Part part : parts) {
      if (part.found().size() < LEAST_PART_BYTES) {
        throw S3Error.ENTITY_TOO_SMALL
            .because("part " + part.number() + " has less than 5 MiB and is not the last one")
            .with("ProposedSize", String.valueOf(part.found().size()))
            .with("MinSizeAllowed", String.valueOf(LEAST_PART_BYTES));
      }
    }
  }

  private static int number(XmlTree part) throws Refused {
    String text = part.of("PartNumber").orElse("").strip();
    int number;
    try {
      number = Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw S3Error.MALFORMED_XML.because("a part has no PartNumber");
    }
    if (number < 1) {
      throw S3Error.argument("PartNumber", text, "PartNumber must be >= 1");
    }
    return number;
  }
}
