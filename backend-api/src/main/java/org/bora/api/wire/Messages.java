package org.bora.api.wire;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.bora.api.Operation;
import org.bora.api.area.ServedArea;
import org.bora.api.ban.BannedName;
import org.bora.api.directory.LsReply;
import org.bora.api.directory.LsStream;
import org.bora.api.figures.CallResult;
import org.bora.api.figures.DoorLoad;
import org.bora.api.figures.ProcessFigures;
import org.bora.api.word.Call;
import org.bora.api.word.Reply;

/**
 * Converts the messages between frontend and backend to bytes and back. All reading methods throw
 * {@link MalformedMessage} if the bytes are not a message of ours.
 */
public final class Messages {
  private static final Map<Class<?>, Cbor<?>> QUESTIONS = new ConcurrentHashMap<>();
  private static final Map<Class<?>, Cbor<?>> ANSWERS = new ConcurrentHashMap<>();
  private static final Cbor<LsPage> PAGES = Cbor.of(LsPage.class);
  private static final Cbor<Bans> BANS = Cbor.of(Bans.class);
  private static final Cbor<Areas> AREAS = Cbor.of(Areas.class);
  private static final Cbor<Doors> DOORS = Cbor.of(Doors.class);

  private static final Cbor<ProcessFigures> FIGURES = Cbor.of(ProcessFigures.class);
  private static final List<Cbor.Words> RESULTS =
      List.of(
          new Cbor.Words("operations", "result", names(CallResult.values())),
          new Cbor.Words("errors", "result", names(CallResult.values())));
  private static final List<Cbor.Words> KINDS =
      List.of(new Cbor.Words("names", "kind", names(BannedName.Kind.values())));

  private record Bans(List<BannedName> names) {
    private Bans {
      names = List.copyOf(names);
    }
  }

  private record Areas(List<ServedArea> areas) {
    private Areas {
      areas = List.copyOf(areas);
    }
  }

  private record Doors(List<DoorLoad> doors) {
    private Doors {
      doors = List.copyOf(doors);
    }
  }

  private Messages() {}

  @SuppressWarnings("unchecked") // entered under its own type
  private static <Q> Cbor<Asked<Q>> questions(Class<Q> type) {
    return (Cbor<Asked<Q>>) QUESTIONS.computeIfAbsent(type, Cbor::asked);
  }

  @SuppressWarnings("unchecked") // entered under its own type
  private static <R> Cbor<R> answers(Class<R> type) {
    return (Cbor<R>) ANSWERS.computeIfAbsent(type, Cbor::of);
  }

  /** A question to a backend. */
  public static <Q> byte[] question(Operation<Q, ?> operation, Call call, Q question) {
    return questions(operation.question())
        .write(new Asked<>(call.caller(), call.trace(), call.repeated(), question));
  }

  /** The same as the backend gets it. */
  public static <Q> Asked<Q> asked(Operation<Q, ?> operation, byte[] message) {
    return questions(operation.question()).read(message);
  }

  /** What it answers. */
  public static <R extends Reply> byte[] answer(Operation<?, R> operation, R reply) {
    return answers(operation.answer()).write(reply);
  }

  /** The same as the frontend gets it. */
  public static <R extends Reply> R answered(Operation<?, R> operation, byte[] message) {
    return answers(operation.answer()).read(message);
  }

  /** A listing in messages, at least one, each made on demand. */
  public static Iterator<byte[]> pages(LsReply listing) {
    return each(LsPages.of(listing), PAGES::write);
  }

  /**
   * The listing that comes in these messages.
   *
   * @param messages at least one
   * @param leave told when no more are wanted
   */
  public static LsStream listing(Iterator<byte[]> messages, Runnable leave) {
    return LsPages.listing(each(messages, PAGES::read), leave);
  }

  /** What a frontend tells of itself. */
  public static byte[] figures(ProcessFigures figures) {
    return FIGURES.write(figures);
  }

  /** The same without entries whose result only a newer release knows. */
  public static ProcessFigures figures(byte[] message) {
    return FIGURES.readKnown(message, RESULTS);
  }

  /** Who is kept out. */
  public static byte[] bans(List<BannedName> names) {
    return BANS.write(new Bans(names));
  }

  /** The same without kinds that only a newer backend knows. */
  public static List<BannedName> bans(byte[] message) {
    return BANS.readKnown(message, KINDS).names();
  }

  /** Which doors take clients of others. */
  public static byte[] doors(List<DoorLoad> doors) {
    return DOORS.write(new Doors(doors));
  }

  /** The same as a door gets it. */
  public static List<DoorLoad> doors(byte[] message) {
    return DOORS.read(message).doors();
  }

  /** Which directories the storage areas are. */
  public static byte[] areas(List<ServedArea> areas) {
    return AREAS.write(new Areas(areas));
  }

  /** The same as the door gets it. */
  public static List<ServedArea> areas(byte[] message) {
    return AREAS.read(message).areas();
  }

  private static <F, T> Iterator<T> each(Iterator<F> from, Function<F, T> one) {
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return from.hasNext();
      }

      @Override
      public T next() {
        return one.apply(from.next());
      }
    };
  }

  private static Set<String> names(Enum<?>[] words) {
    return Arrays.stream(words).map(Enum::name).collect(Collectors.toUnmodifiableSet());
  }
}
