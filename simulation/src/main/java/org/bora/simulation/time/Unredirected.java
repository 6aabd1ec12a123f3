package org.bora.simulation.time;

import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.bora.simulation.schedule.Scheduler;

/**
 * Calls of the JDK that depend on the machine's clock or randomness and have no replacement in a
 * run. Such a call ends the run if a thread of the run makes it; other threads may make it.
 */
public final class Unredirected {
  private static final String LANG = "java/lang/";
  private static final String CONCURRENT = "java/util/concurrent/";
  private static final String MADE = "<init>";

  /** Methods with a time-out parameter. */
  private static final Set<String> WAITS =
      Set.of(
          "await",
          "awaitAdvanceInterruptibly",
          "awaitQuiescence",
          "awaitTermination",
          "awaitUntil",
          "completeOnTimeout",
          "delayedExecutor",
          "exchange",
          "get",
          "invokeAll",
          "invokeAny",
          "join",
          "offer",
          "offerFirst",
          "offerLast",
          "orTimeout",
          "parkUntil",
          "poll",
          "pollFirst",
          "pollLast",
          "sleep",
          "timedJoin",
          "timedWait",
          "tryAcquire",
          "tryLock",
          "tryReadLock",
          "tryTransfer",
          "tryWriteLock",
          "wait",
          "waitFor");

  private static final Set<String> TIMES =
      Set.of("J", "Ljava/time/Duration;", "Ljava/util/Date;", "Ljava/util/concurrent/TimeUnit;");

  /** Allowed if they are given a clock. */
  private static final Map<String, List<String>> CLOCKS =
      Map.ofEntries(
          Map.entry("java/time/Instant", List.of("now")),
          Map.entry("java/time/LocalDate", List.of("now")),
          Map.entry("java/time/LocalTime", List.of("now")),
          Map.entry("java/time/LocalDateTime", List.of("now")),
          Map.entry("java/time/OffsetDateTime", List.of("now")),
          Map.entry("java/time/ZonedDateTime", List.of("now")),
          Map.entry("java/time/InstantSource", List.of("system")),
          Map.entry(
              "java/time/Clock",
              List.of(
                  "system",
                  "systemUTC",
                  "systemDefaultZone",
                  "tickMillis",
                  "tickMinutes",
                  "tickSeconds")));

  /** Constructors and methods without parameters: with a seed the values are reproducible. */
  private static final Map<String, String> MADE_BY_THE_MACHINE =
      Map.of(
          "java/util/Date", MADE,
          "java/util/Random", MADE,
          "java/security/SecureRandom", MADE,
          "java/util/SplittableRandom", MADE,
          "java/util/Timer", MADE,
          "java/lang/Math", "random",
          "java/util/concurrent/ThreadLocalRandom", "current",
          "java/util/random/RandomGenerator", "getDefault");

  private static final Map<String, Set<String>> TIMERS =
      Map.of(
          "java/util/concurrent/Executors",
          Set.of("newScheduledThreadPool", "newSingleThreadScheduledExecutor"));

  private Unredirected() {}

  /**
   * Whether a method is one of these calls.
   *
   * @param owner as in a class file
   * @param name of the method, which is not redirected
   */
  static boolean isOne(String owner, String name, MethodTypeDesc type) {
    boolean waits =
        WAITS.contains(name)
            && (isOf(LANG, owner) || owner.startsWith(CONCURRENT))
            && parameters(type).anyMatch(TIMES::contains);
    boolean looks =
        CLOCKS.getOrDefault(owner, List.of()).contains(name)
            && parameters(type).noneMatch("Ljava/time/Clock;"::equals);
    boolean made = type.parameterCount() == 0 && name.equals(MADE_BY_THE_MACHINE.get(owner));
    return waits || looks || made || TIMERS.getOrDefault(owner, Set.of()).contains(name);
  }

  /** Does not match subpackages. */
  private static boolean isOf(String packageName, String owner) {
    return owner.startsWith(packageName) && owner.indexOf('/', packageName.length()) < 0;
  }

  private static Stream<String> parameters(MethodTypeDesc type) {
    return type.parameterList().stream().map(ClassDesc::descriptorString);
  }

  /**
   * A thread is about to make such a call.
   *
   * @throws IllegalStateException on a thread of a run, which this ends
   */
  public static void refuse(String method) {
    Scheduler run = Scheduler.ofThisThread();
    if (run != null) {
      throw run.refuses(method + " goes by the machine: redirect it, or give it a clock");
    }
  }
}
