package org.bora.api.wire;

import java.lang.reflect.Constructor;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;
import org.bora.api.copy.DelegatedCredential;
import org.bora.api.directory.RmRequest;
import org.bora.api.put.PutDoneRequest;
import org.bora.api.put.SeenFile;
import org.bora.api.word.Caller;
import org.bora.api.word.Fqan;
import org.bora.api.word.Grant;
import org.bora.api.word.Surl;

/**
 * Arbitrary valid values of any record of the backend API: every optional both ways, every enum
 * constant, numbers at their edges, text that XML can carry. The same seed gives the same values.
 */
final class Samples {

  private static final List<String> TEXTS =
      List.of(
          "",
          "srm://se.example/vo/a",
          "srm://se.example:8444/srm/managerv2?SFN=/testvo/a",
          "a b\t+%2F//../",
          "éÅ\u0301中\uD83D\uDE00",
          "x".repeat(5000));

  private static final long[] NUMBERS = {0, 1, -1, 42, Integer.MAX_VALUE, Integer.MIN_VALUE};

  private final RandomGenerator random;

  Samples(RandomGenerator random) {
    this.random = random;
  }

  <T> T of(Class<T> type) {
    return type.cast(value(type, 0));
  }

  Object of(Type type) {
    return value(type, 0);
  }

  private Object value(Type type, int depth) {
    if (type instanceof ParameterizedType generic) {
      return generic(generic, depth);
    }
    Class<?> raw = (Class<?>) type;
    if (raw == boolean.class) {
      return random.nextBoolean();
    } else if (raw == int.class) {
      return number();
    } else if (raw == long.class || raw == Long.class) {
      return size();
    } else if (raw == String.class) {
      return pick(TEXTS);
    } else if (raw == Instant.class) {
      return Instant.ofEpochSecond(number(), random.nextInt(1_000_000_000));
    } else if (raw == OptionalInt.class) {
      return random.nextBoolean() ? OptionalInt.of(number()) : OptionalInt.empty();
    } else if (raw == OptionalLong.class) {
      return random.nextBoolean() ? OptionalLong.of(size()) : OptionalLong.empty();
    } else if (raw == DelegatedCredential.class) {
      return pick(SampleCredentials.ALL);
    } else if (raw == Fqan.class) {
      return new Fqan("/vo" + pick(TEXTS), pick(TEXTS));
    } else if (raw == Grant.Scope.class) {
      List<Grant.Action> actions = Arrays.asList(Grant.Action.values());
      return new Grant.Scope(
          pick(actions), "/vo" + pick(List.of("", "/a b")), random.nextBoolean());
    } else if (raw == Caller.class) {
      return new Caller("/CN=" + pick(TEXTS), pick(TEXTS), fqans(depth), pick(TEXTS));
    } else if (raw == PutDoneRequest.class) {
      return putDone(depth);
    } else if (raw == RmRequest.class) {
      return removal(depth);
    } else if (raw.isEnum()) {
      return pick(Arrays.asList(raw.getEnumConstants()));
    } else if (raw.isRecord()) {
      return record(raw, depth);
    }
    throw new IllegalArgumentException("no samples of " + type);
  }

  private Object generic(ParameterizedType type, int depth) {
    Type element = type.getActualTypeArguments()[0];
    Class<?> raw = (Class<?>) type.getRawType();
    if (raw == Optional.class) {
      return random.nextBoolean() ? Optional.of(value(element, depth)) : Optional.empty();
    } else if (raw == List.class) {
      return list(element, depth);
    } else if (raw == Map.class) {
      return random.nextBoolean() ? Map.of() : Map.of("access", pick(TEXTS), "", "");
    }
    throw new IllegalArgumentException("no samples of " + type);
  }

  private List<Object> list(Type element, int depth) {
    var values = new ArrayList<Object>();
    // A record that contains itself must come to an end.
    int most = depth > 3 ? 0 : 3;
    for (int left = random.nextInt(most + 1); left > 0; left--) {
      values.add(value(element, depth + 1));
    }
    return values;
  }

  /** A checksum is of the one file that is named, and so is what it replaces. */
  private PutDoneRequest putDone(int depth) {
    List<Surl> surls = list(Surl.class, depth).stream().map(Surl.class::cast).toList();
    Optional<String> sum = surls.size() == 1 ? Optional.of(pick(TEXTS)) : Optional.empty();
    Optional<SeenFile> replaces = sum.map(any -> (SeenFile) value(SeenFile.class, depth));
    return new PutDoneRequest(pick(TEXTS), surls, sum, replaces);
  }

  /** A version is of the one file that is named. */
  private RmRequest removal(int depth) {
    List<Surl> surls = list(Surl.class, depth).stream().map(Surl.class::cast).toList();
    return surls.size() == 1 && random.nextBoolean()
        ? new RmRequest(surls, Optional.of((SeenFile) value(SeenFile.class, depth)))
        : new RmRequest(surls);
  }

  private List<Fqan> fqans(int depth) {
    return list(Fqan.class, depth).stream().map(Fqan.class::cast).toList();
  }

  private Object record(Class<?> type, int depth) {
    RecordComponent[] components = type.getRecordComponents();
    Class<?>[] types = new Class<?>[components.length];
    Object[] values = new Object[components.length];
    for (int i = 0; i < components.length; i++) {
      types[i] = components[i].getType();
      values[i] = value(components[i].getGenericType(), depth);
    }
    try {
      Constructor<?> canonical = type.getDeclaredConstructor(types);
      return canonical.newInstance(values);
    } catch (ReflectiveOperationException impossible) {
      throw new LinkageError(type.getName(), impossible);
    }
  }

  private int number() {
    return (int) NUMBERS[random.nextInt(NUMBERS.length)];
  }

  private long size() {
    return random.nextInt(4) == 0 ? Long.MAX_VALUE : number() * 1_000_000L;
  }

  private <T> T pick(List<T> values) {
    return values.get(random.nextInt(values.size()));
  }
}
