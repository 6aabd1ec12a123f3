package org.bora.s3;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.bora.door.http.Refused;
import org.bora.files.Upload;
import org.bora.storage.spi.OpenFile;

/** Parts on their way into their object. */
record Merge(
    Visit visit,
    MultipartUpload upload,
    MultipartUpload.Plan plan,
    List<MultipartUpload.Part> parts,
    long size) {

  /** Hears now and then that it goes on. */
  @FunctionalInterface
  interface Alive {
    void goesOn() throws IOException;
  }

  Facts into(Upload object, Alive alive) throws Refused, IOException {
    Map<Sum, Sum.Making> making = new EnumMap<>(Sum.class);
    if (plan.whole() || plan.sum().isEmpty()) {
      Sum sum = plan.sum().orElse(Sum.CRC64NVME);
      making.put(sum, sum.make());
    }
    Copying.Sums sums = new Copying.Sums(making);
    Sum.Making tags = Sum.md5();
    for (MultipartUpload.Part part : parts) {
      try (OpenFile file = open(part)) {
        copy(file, part.found().size(), object, sums, alive);
      }
      tags.update(
          ByteBuffer.wrap(HexFormat.of().parseHex(part.found().facts().etag().orElseThrow())));
    }
    String etag = HexFormat.of().formatHex(tags.value()) + "-" + parts.size();
    Map<Sum, String> values = making.isEmpty() ? ofParts() : sums.values();
    requireAnnounced(values);
    Facts facts =
        plan.facts()
            .withSums(etag, values)
            .ofUpload(
                upload.id(),
                PartSizes.text(parts.stream().map(part -> part.found().size()).toList()));
    Writing.publish(object, facts, sums.adler32());
    return facts;
  }

  private OpenFile open(MultipartUpload.Part part) throws Refused, IOException {
    return visit.ground().areas().read(visit.engine().open(upload.file(part.name())));
  }

  private static void copy(OpenFile file, long bytes, Upload object, Copying.Sums sums, Alive alive)
      throws Refused, IOException {
    long step = 64L << 20;
    for (long at = 0; at < bytes; at += step) {
      Copying.bytes(file, at, Math.min(step, bytes - at), object, sums);
      alive.goesOn();
    }
  }

  /** The sum of the sums of the parts, where all of them have one. */
  private Map<Sum, String> ofParts() {
    Map<Sum, String> values = new EnumMap<>(Sum.class);
    plan.sum()
        .filter(sum -> parts.stream().allMatch(p -> p.found().facts().sums().containsKey(sum)))
        .ifPresent(
            sum -> {
              Sum.Making all = sum.make();
              for (MultipartUpload.Part part : parts) {
                String value = part.found().facts().sums().get(sum);
                all.update(ByteBuffer.wrap(Base64.getDecoder().decode(value)));
              }
              String value = Base64.getEncoder().encodeToString(all.value());
              values.put(sum, value + "-" + parts.size());
            });
    return values;
  }

  private void requireAnnounced(Map<Sum, String> values) throws Refused {
    for (Sum sum : Sum.values()) {
      String announced = visit.headers().get(sum.header());
      if (announced != null && plan.sum().isPresent() && values.containsKey(sum)) {
        String value = values.get(sum);
        String plain = announced.strip();
        if (!plain.equals(value) && !value.startsWith(plain + "-")) {
          throw Announced.mismatch(sum);
        }
      }
    }
  }
}
