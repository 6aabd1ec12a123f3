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
import org.bora.api.Conditional;
import org.bora.api.Operation;
import org.bora.api.word.Caller;

/**
 * The gRPC methods: the operations, and four other messages between frontend and backend. Messages
 * are plain bytes, so that logs, traces and debuggers cannot show their content; {@link Messages}
 * defines it.
 */
public final class Methods {
  /**
   * The service. Its name is the generation of the link: frontends and backends of different ones
   * do not understand each other, those of one do, whatever their releases are.
   */
  public static final String GENERATION = "bora.v2";

  /**
   * The service for callers with a grant. A backend of a release without grants would ignore that
   * component and treat the caller as any member of the organisation. It does not have this service
   * either, and so refuses the call before it begins.
   */
  public static final String GRANTED = GENERATION + ".granted";

  /**
   * The service for calls with a condition ({@link Conditional}), with or without a grant. A
   * backend of a release without conditions would ignore that component and execute the call
   * unconditionally. It does not have this service either, and so refuses the call before it
   * begins. A backend with this service also supports grants.
   */
  public static final String CONDITIONAL = GENERATION + ".conditional";

  /** What a frontend tells of itself. */
  public static final MethodDescriptor<byte[], byte[]> FIGURES =
      method("figures", MethodType.UNARY);

  /** Who is kept out. */
  public static final MethodDescriptor<byte[], byte[]> BANS = method("bans", MethodType.UNARY);

  /** Which directories the storage areas are. */
  public static final MethodDescriptor<byte[], byte[]> AREAS = method("areas", MethodType.UNARY);

  /** Which doors take clients of others. */
  public static final MethodDescriptor<byte[], byte[]> DOORS = method("doors", MethodType.UNARY);

  private static final Map<String, MethodDescriptor<byte[], byte[]>> OPERATIONS =
      new ConcurrentHashMap<>();

  private static final Map<String, MethodDescriptor<byte[], byte[]>> OF_GRANTED =
      new ConcurrentHashMap<>();

  private static final Map<String, MethodDescriptor<byte[], byte[]>> WITH_CONDITIONS =
      new ConcurrentHashMap<>();

  private Methods() {}

  /** The method of an operation if only the rules decide. */
  public static MethodDescriptor<byte[], byte[]> of(Operation<?, ?> operation) {
    return OPERATIONS.computeIfAbsent(
        operation.name(), name -> described(GENERATION, name, type(operation)));
  }

  /** The method for a caller with a grant. */
  public static MethodDescriptor<byte[], byte[]> granted(Operation<?, ?> operation) {
    return OF_GRANTED.computeIfAbsent(
        operation.name(), name -> described(GRANTED, name, type(operation)));
  }

  /** The method for a question with a condition. */
  public static MethodDescriptor<byte[], byte[]> conditional(Operation<?, ?> operation) {
    return WITH_CONDITIONS.computeIfAbsent(
        operation.name(), name -> described(CONDITIONAL, name, type(operation)));
  }

  /** The method for this question and caller. */
  public static <Q> MethodDescriptor<byte[], byte[]> of(
      Operation<Q, ?> operation, Caller caller, Q question) {
    if (question instanceof Conditional asked && asked.hasCondition()) {
      return conditional(operation);
    }
    return caller.grant().isPresent() ? granted(operation) : of(operation);
  }

  private static MethodType type(Operation<?, ?> operation) {
    return operation.isPaged() ? MethodType.SERVER_STREAMING : MethodType.UNARY;
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
    return described(GENERATION, name, type);
  }

  private static MethodDescriptor<byte[], byte[]> described(
      String service, String name, MethodType type) {
    return described(MethodDescriptor.generateFullMethodName(service, name), type);
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
