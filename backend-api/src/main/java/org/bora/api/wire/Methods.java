package org.bora.api.wire;

import io.grpc.Drainable;
import io.grpc.KnownLength;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.bora.api.Operation;

/**
 * The operations, and the two other things that pass between the halves, as methods of gRPC. Their
 * messages are bytes, which nothing that shows messages (logs, traces, debuggers' text forms) can
 * read: {@link Messages} says what is in them.
 */
public final class Methods {
  /**
   * The service. Its name is the generation of the link: frontends and backends of different ones
   * do not understand each other, those of one do, whatever their releases are.
   */
  public static final String GENERATION = "bora.v2";

  /** What a frontend tells of itself. */
  public static final MethodDescriptor<byte[], byte[]> FIGURES =
      method("figures", MethodType.UNARY);

  /** Who is kept out. */
  public static final MethodDescriptor<byte[], byte[]> BANS = method("bans", MethodType.UNARY);

  private static final Map<String, MethodDescriptor<byte[], byte[]>> OPERATIONS =
      new ConcurrentHashMap<>();

  private Methods() {}

  /** By which an operation is asked for. */
  public static MethodDescriptor<byte[], byte[]> of(Operation<?, ?> operation) {
    return OPERATIONS.computeIfAbsent(
        operation.name(),
        name -> method(name, operation.isPaged() ? MethodType.SERVER_STREAMING : MethodType.UNARY));
  }

  /**
   * One that is not of this generation.
   *
   * @param fullName with its service
   */
  public static MethodDescriptor<byte[], byte[]> named(String fullName) {
    return described(fullName, MethodType.UNKNOWN);
  }

  private static MethodDescriptor<byte[], byte[]> method(String name, MethodType type) {
    return described(MethodDescriptor.generateFullMethodName(GENERATION, name), type);
  }

  private static MethodDescriptor<byte[], byte[]> described(String fullName, MethodType type) {
    return MethodDescriptor.newBuilder(Bytes.AS_THEY_ARE, Bytes.AS_THEY_ARE)
        .setType(type)
        .setFullMethodName(fullName)
        .build();
  }

  private enum Bytes implements MethodDescriptor.Marshaller<byte[]> {
    AS_THEY_ARE;

    @Override
    public InputStream stream(byte[] message) {
      return new Outgoing(message);
    }

    @Override
    public byte[] parse(InputStream message) {
      try {
        // otherwise a buffer of 16 KiB is filled, and copied, for a message of some hundred bytes
        return message instanceof KnownLength
            ? message.readNBytes(message.available())
            : message.readAllBytes();
      } catch (IOException broken) {
        throw new UncheckedIOException(broken);
      }
    }
  }

  /** A message that is written as it is, without a buffer in between. */
  private static final class Outgoing extends ByteArrayInputStream
      implements Drainable, KnownLength {
    Outgoing(byte[] message) {
      super(message);
    }

    @Override
    public int drainTo(OutputStream target) throws IOException {
      int length = count - pos;
      target.write(buf, pos, length);
      pos = count;
      return length;
    }
  }
}
