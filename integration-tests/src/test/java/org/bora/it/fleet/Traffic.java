package org.bora.it.fleet;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.bora.it.fleet.Caller.Ended;
import org.bora.it.fleet.Caller.Outcome;
import org.bora.it.wire.SrmClient.Answer;

/**
 * Clients that overwrite a file again and again, read it, and carry another back and forth, and the
 * journal of what they were told. A name of which a call was not answered clearly is left as it is,
 * for the comparison at the end, and a new one is taken: a client cannot know what became of it.
 */
final class Traffic implements AutoCloseable {
  private static final long PACE_NANOS = 20_000_000;
  private static final int BYTES = 100_000;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Path files;
  private final Map<String, Set<String>> contents = new ConcurrentHashMap<>();
  private final Map<String, List<String>> places = new ConcurrentHashMap<>();
  private final List<String> contradictions = new CopyOnWriteArrayList<>();
  private final List<Thread> threads = new ArrayList<>();
  private final List<Caller> callers = new ArrayList<>();
  private final AtomicInteger calls = new AtomicInteger();

  Traffic(Path files) {
    this.files = files;
  }

  private interface Round {
    void play(int number) throws Exception;
  }

  /** Begins to overwrite. */
  Caller overwriting(Caller caller) {
    int[] generation = {0};
    return begin(
        caller,
        round -> {
          String name = caller.name() + "-" + generation[0];
          if (!overwrite(caller, name, round)) {
            generation[0]++;
          }
        });
  }

  /** Begins to rename. */
  Caller renaming(Caller caller) {
    int[] generation = {0};
    return begin(
        caller,
        round -> {
          String one = caller.name() + "-" + generation[0] + "-here";
          String two = caller.name() + "-" + generation[0] + "-there";
          if (!overwrite(caller, one, round) || !carry(caller, one, two)) {
            generation[0]++;
          }
        });
  }

  private Caller begin(Caller caller, Round round) {
    callers.add(caller);
    threads.add(
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    for (int number = 1; !caller.isEnding(); number++) {
                      round.play(number);
                      LockSupport.parkNanos(PACE_NANOS);
                    }
                  } catch (Ended asked) {
                    // in the middle of a call: its name is in the journal as unclear
                  } catch (Exception | AssertionError broken) {
                    contradictions.add(caller.name() + " cannot go on: " + broken);
                  } finally {
                    caller.close();
                  }
                }));
    return caller;
  }

  /** One put of a name, and a look at it; whether all of it was told clearly. */
  private boolean overwrite(Caller caller, String name, int number) throws Exception {
    Outcome put =
        ask(
            caller,
            "srmPrepareToPut",
            "<arrayOfFileRequests><requestArray><targetSURL>"
                + surl(name)
                + "</targetSURL></requestArray></arrayOfFileRequests>"
                + "<overwriteOption>ALWAYS</overwriteOption>");
    if (!put.answer().fileCode().equals("SRM_SPACE_AVAILABLE")) {
      return put.repeated() ? false : contradicted(caller, "srmPrepareToPut", name, put);
    }
    String content = content(name, number);
    Files.writeString(physical(put.answer()), content);
    Set<String> before = contents.getOrDefault(name, Set.of(""));
    contents.put(name, Set.of(content, before.iterator().next()));
    Outcome done = ask(caller, "srmPutDone", token(put.answer()) + surls(name));
    if (!done.answer().fileCode().equals("SRM_SUCCESS")) {
      return done.repeated() ? false : contradicted(caller, "srmPutDone", name, done);
    }
    contents.put(name, Set.of(content));
    // the one that was not answered may be registered yet, and keeps the name until its time is
    // over
    return !put.repeated() && (number % 2 == 0 || read(caller, name, content));
  }

  private boolean read(Caller caller, String name, String content) throws Exception {
    Outcome get =
        ask(
            caller,
            "srmPrepareToGet",
            "<arrayOfFileRequests><requestArray><sourceSURL>"
                + surl(name)
                + "</sourceSURL></requestArray></arrayOfFileRequests>");
    if (!get.answer().fileCode().equals("SRM_FILE_PINNED")) {
      return contradicted(caller, "srmPrepareToGet", name, get);
    }
    if (!Files.readString(physical(get.answer())).equals(content)) {
      contradictions.add(name + " has not the content that was acknowledged before it was read");
    }
    ask(caller, "srmReleaseFiles", token(get.answer()) + surls(name));
    return true;
  }

  /** There and back again. */
  private boolean carry(Caller caller, String one, String two) throws Exception {
    for (List<String> way : List.of(List.of(one, two), List.of(two, one))) {
      places.put(one, way);
      Outcome moved =
          ask(
              caller,
              "srmMv",
              "<fromSURL>%s</fromSURL><toSURL>%s</toSURL>"
                  .formatted(surl(way.getFirst()), surl(way.getLast())));
      if (!moved.answer().code().equals("SRM_SUCCESS")) {
        return moved.repeated() ? false : contradicted(caller, "srmMv", way.toString(), moved);
      }
      places.put(one, List.of(way.getLast()));
    }
    return true;
  }

  private boolean contradicted(Caller caller, String operation, String name, Outcome outcome) {
    contradictions.add(
        "%s: %s of %s, asked once: %s %s"
            .formatted(
                caller.name(),
                operation,
                name,
                outcome.answer().fileCode(),
                outcome.answer().element("explanation")));
    return false;
  }

  private Outcome ask(Caller caller, String operation, String fields) throws Exception {
    calls.incrementAndGet();
    return caller.ask(operation, fields);
  }

  /** Tells all clients to end, waits for them, and compares what they were told with the files. */
  List<String> compared() throws Exception {
    callers.forEach(Caller::end);
    for (Thread thread : threads) {
      if (!thread.join(PATIENCE)) {
        contradictions.add("a client does not come to an end");
      }
    }
    for (Map.Entry<String, Set<String>> each : contents.entrySet()) {
      compare(each.getKey(), each.getValue());
    }
    return contradictions;
  }

  private void compare(String name, Set<String> may) throws IOException {
    List<String> there =
        List.of(name, name.replaceAll("-here$", "-there")).stream()
            .distinct()
            .filter(each -> Files.exists(files.resolve(each)))
            .toList();
    if (there.size() > 1) {
      contradictions.add(there + ": one file is in two places");
    } else if (there.isEmpty()) {
      if (!may.contains("")) {
        contradictions.add(name + " was acknowledged and is lost");
      }
    } else {
      if (!may.contains(Files.readString(files.resolve(there.getFirst())))) {
        contradictions.add(there + " has not the content that was acknowledged last");
      }
      if (!places.getOrDefault(name, there).contains(there.getFirst())) {
        contradictions.add(there + " is not where srmMv said: " + places.get(name));
      }
    }
  }

  int calls() {
    return calls.get();
  }

  int names() {
    return contents.size();
  }

  private static String content(String name, int number) {
    String line = name + " " + number + "\n";
    return line.repeat(BYTES / line.length());
  }

  private static Path physical(Answer put) {
    String path = put.element("transferURL").split("/", 4)[3];
    return Path.of("/" + path.replaceFirst("^/+", ""));
  }

  private static String token(Answer put) {
    return "<requestToken>" + put.element("requestToken") + "</requestToken>";
  }

  private static String surls(String name) {
    return "<arrayOfSURLs><urlArray>" + surl(name) + "</urlArray></arrayOfSURLs>";
  }

  private static String surl(String name) {
    return "srm://localhost:8444/testvo/" + name;
  }

  @Override
  public void close() {
    callers.forEach(Caller::end);
  }
}
