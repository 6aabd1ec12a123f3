package org.bora.s3;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.bora.door.http.Refused;
import org.bora.files.DoorUpload;
import org.bora.storage.spi.OpenFile;

/** A running combination of parts into an object. */
record Merge(
    S3Visit visit,
    MultipartUpload upload,
    MultipartUpload.Plan plan,
    List<MultipartUpload.Part> parts,
    long size) {

  /** Is informed from time to time that it continues. */
  @FunctionalInterface
  interface Alive {
    void goesOn() throws IOException;
  }

  Facts into(DoorUpload object, Alive alive) throws Refused, IOException {
    Map<Sum, Sum.Making> making = new EnumMap<>(Sum.class);
    Sum sum = plan.sum().or(this::announced).orElse(Sum.CRC64NVME);
    if (!isComposite(sum)) {
      making.put(sum, sum.make());
    }
    ObjectCopying.Sums sums = new ObjectCopying.Sums(making);
    Sum.Making tags = Sum.md5();
    for (MultipartUpload.Part part : parts) {
      try (OpenFile file = open(part)) {
        copy(file, part.found().size(), object, sums, alive);
      }
      tags.update(
          ByteBuffer.wrap(HexFormat.of().parseHex(part.found().facts().etag().orElseThrow())));
    }
    String etag = HexFormat.of().formatHex(tags.value()) + "-" + parts.size();
    Map<Sum, String> values = making.isEmpty() ? ofParts(sum) : sums.values();
    requireAnnounced(sum, values);
    Facts facts =
        plan.facts()
            .withSums(etag, values)
            .ofUpload(
                upload.id(),
                PartSizes.text(parts.stream().map(part -> part.found().size()).toList()));
    ObjectWriting.publish(object, facts, sums.adler32());
    return facts;
  }

  /** A backend of an earlier release may let a part go to tape after it was listed. */
  private OpenFile open(MultipartUpload.Part part) throws Refused, IOException {
    OpenFile file;
    try {
      file = visit.ground().areas().read(visit.engine().open(upload.file(part.name())));
    } catch (Refused refusal) {
      throw MultipartUpload.isNotOnDisk(refusal) ? WantedParts.away(part) : refusal;
    }
    boolean there = false;
    try {
      there = file.facts().residency().onDisk();
    } finally {
      if (!there) {
        file.close();
      }
    }
    if (!there) {
      throw WantedParts.away(part);
    }
    return file;
  }

  private static void copy(
      OpenFile file, long bytes, DoorUpload object, ObjectCopying.Sums sums, Alive alive)
      throws Refused, IOException {
    long step = 64L << 20;
    for (long at = 0; at < bytes; at += step) {
      ObjectCopying.bytes(file, at, Math.min(step, bytes - at), object, sums);
      alive.goesOn();
    }
  }

  /** The sum of the sums of the parts, where all of them have one. */
  private Map<Sum, String> ofParts(Sum sum) {
    Sum.Making all = sum.make();
    for (MultipartUpload.Part part : parts) {
      byte[] of = Announced.base64(part.found().facts().sums().getOrDefault(sum, ""));
      if (of.length != sum.bytes()) { // missing, or the owner of the part has noted another
        return Map.of();
      }
      all.update(ByteBuffer.wrap(of));
    }
    String value = Base64.getEncoder().encodeToString(all.value());
    return Map.of(sum, value + "-" + parts.size());
  }

  /** An upload that began without a checksum type has the one announced at its completion. */
  private Optional<Sum> announced() {
    return Stream.of(Sum.values())
        .filter(sum -> visit.headers().contains(sum.header()))
        .findFirst();
  }

  /** Whether the sum is of the sums of the parts. */
  private boolean isComposite(Sum sum) throws Refused {
    if (plan.sum().isPresent()) {
      return !plan.whole();
    }
    String announced = visit.headers().get(sum.header());
    return announced != null
        && (announced.contains("-") || PartSums.type(visit.headers()).equals(PartSums.COMPOSITE));
  }

  /** Parts that were sent without the sum cannot prove it. */
  private void requireAnnounced(Sum sum, Map<Sum, String> values) throws Refused {
    String announced = visit.headers().get(sum.header());
    if (announced == null || (values.isEmpty() && plan.sum().isPresent())) {
      return;
    }
    String value = values.getOrDefault(sum, "");
    String plain = announced.strip();
    if (!plain.equals(value) && !value.startsWith(plain + "-")) {
      throw Announced.mismatch(sum);
    }
  }
}
