package org.bora.backend.listing;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The kinds of fields that stored listings are made of. Constants are stored by name, because
 * backends of two versions may read each other's rows.
 */
final class ListingFields {
  private ListingFields() {}

  interface Writer<T> {
    void write(T value) throws IOException;
  }

  interface Reader<T> {
    T read() throws IOException;
  }

  static void writeText(DataOutput out, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  static String readText(DataInput in) throws IOException {
    byte[] bytes = new byte[in.readInt()];
    in.readFully(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  static <T> void writeList(DataOutput out, List<T> values, Writer<T> writer) throws IOException {
    out.writeInt(values.size());
    for (T value : values) {
      writer.write(value);
    }
  }

  static <T> List<T> readList(DataInput in, Reader<T> reader) throws IOException {
    int count = in.readInt();
    List<T> values = new ArrayList<>();
    for (int read = 0; read < count; read++) {
      values.add(reader.read());
    }
    return values;
  }

  static <T> void writeOptional(DataOutput out, Optional<T> value, Writer<T> writer)
      throws IOException {
    out.writeBoolean(value.isPresent());
    if (value.isPresent()) {
      writer.write(value.get());
    }
  }

  static <T> Optional<T> readOptional(DataInput in, Reader<T> reader) throws IOException {
    return in.readBoolean() ? Optional.of(reader.read()) : Optional.empty();
  }

  static void writeNumber(DataOutput out, OptionalInt value) throws IOException {
    out.writeBoolean(value.isPresent());
    if (value.isPresent()) {
      out.writeInt(value.getAsInt());
    }
  }

  static OptionalInt readNumber(DataInput in) throws IOException {
    return in.readBoolean() ? OptionalInt.of(in.readInt()) : OptionalInt.empty();
  }

  static void writeInstant(DataOutput out, Instant instant) throws IOException {
    out.writeLong(instant.getEpochSecond());
    out.writeInt(instant.getNano());
  }

  static Instant readInstant(DataInput in) throws IOException {
    return Instant.ofEpochSecond(in.readLong(), in.readInt());
  }

  static <E extends Enum<E>> E readConstant(DataInput in, Class<E> kind) throws IOException {
    return Enum.valueOf(kind, readText(in));
  }
}
