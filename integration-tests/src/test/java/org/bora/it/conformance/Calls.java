package org.bora.it.conformance;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/** The calls of one row, and the patience to see requests, spaces and files end. */
final class Calls {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration GLANCE = Duration.ofMillis(200);
  private static final Set<String> UNDER_WAY =
      Set.of("REQUEST_QUEUED", "REQUEST_INPROGRESS", "REQUEST_SUSPENDED");
  private static final Set<String> HOLDING =
      Set.of(
          "SPACE_AVAILABLE",
          "FILE_PINNED",
          "FILE_BUSY",
          "SUCCESS",
          "REQUEST_QUEUED",
          "REQUEST_INPROGRESS");
  private static final Map<String, String> STATUS =
      Map.of(
          "put", "srmStatusOfPutRequest",
          "get", "srmStatusOfGetRequest",
          "bringonline", "srmStatusOfBringOnlineRequest",
          "copy", "srmStatusOfCopyRequest",
          "change", "srmStatusOfChangeSpaceForFilesRequest");

  private final Contract contract;
  private final Callers callers;
  private final Names names;
  private final Turns.Turn turn;
  private final Map<String, Request> requests = new HashMap<>();

  private record Request(String kind, String caller) {}

  /**
   * @param turn given up when the row begins to wait
   */
  Calls(Contract contract, Callers callers, Names names, Turns.Turn turn) {
    this.contract = contract;
    this.callers = callers;
    this.names = names;
    this.turn = turn;
  }

  Reply call(String operation, Clause clause) throws IOException {
    return callers.call(
        clause.caller(), operation, new RequestBody(contract, names).of(operation, clause));
  }

  /** What kind of request a name stands for, and whose it is. */
  void remember(String name, String kind, String caller) {
    requests.put(name, new Request(kind, caller));
  }

  /** Until a request is no longer under way. */
  void awaitEnd(String name, String sentence) throws IOException {
    Request request = requests.get(name);
    if (request == null || !STATUS.containsKey(request.kind())) {
      throw new UnknownWord(name, "requests of this row are", requests.keySet());
    }
    until(
        STATUS.get(request.kind()),
        Clause.parse("token=" + name).by(request.caller()),
        sentence,
        reply -> !UNDER_WAY.contains(reply.code()));
  }

  /** Until no file of a request, nor a space, nor a file, is what it was granted as. */
  void awaitExpiry(String name, String caller, String sentence) throws IOException {
    Request request = requests.get(name);
    String operation = "srmLs";
    Clause clause = Clause.parse("numOfLevels=0 surls=" + name).by(caller);
    if (request != null && request.kind().equals("space")) {
      operation = "srmGetSpaceMetaData";
      clause = Clause.parse("space=" + name).by(request.caller());
    } else if (request != null) {
      operation = STATUS.get(request.kind());
      clause = Clause.parse("token=" + name).by(request.caller());
    }
    until(
        operation,
        clause,
        sentence,
        reply -> reply.fileCodes().stream().noneMatch(HOLDING::contains));
  }

  /** Until a file is on disk and on tape. */
  void awaitOnTape(String name, String caller, String sentence) throws IOException {
    until(
        "srmLs",
        Clause.parse("numOfLevels=0 fullDetailedList=true surls=" + name).by(caller),
        sentence,
        reply -> reply.text("fileLocality").equals(Optional.of("ONLINE_AND_NEARLINE")));
  }

  /** Until a file has left the disk: it may have to go to tape before. */
  void awaitPurge(Clause clause, String sentence) throws IOException {
    until("srmPurgeFromSpace", clause, sentence, reply -> reply.code().equals("SUCCESS"));
  }

  private interface Condition {
    boolean holds(Reply reply);
  }

  private void until(String operation, Clause clause, String sentence, Condition condition)
      throws IOException {
    turn.close();
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    Reply reply = call(operation, clause);
    while (!condition.holds(reply)) {
      if (System.nanoTime() > deadline) {
        throw new IllegalStateException(
            sentence + ": not within " + PATIENCE.toSeconds() + " s: " + reply.told());
      }
      LockSupport.parkNanos(GLANCE.toNanos());
      reply = call(operation, clause);
    }
  }

  /** The SURLs that a clause sends for its files, as they go over the wire. */
  List<String> sent(Clause clause) {
    List<String> words = clause.fields().getOrDefault("surls", List.of());
    return words.size() == 1 && words.getFirst().matches("nil|none|empty")
        ? List.of()
        : Names.spread(words).stream().map(names::surl).toList();
  }
}
