package org.bora.it.fleet;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.bora.it.wire.SrmClient;
import org.bora.it.wire.SrmClient.Answer;

/**
 * A few clients that write files, each command on a connection of its own, and one that keeps its
 * connection for as long as it is let. Nobody repeats anything: what is not answered well the first
 * time is a failure.
 */
final class Load implements AutoCloseable {

  /** How a client gets to a frontend. */
  interface Way {
    SrmClient connect() throws Exception;
  }

  private static final int WRITERS = 3;

  private final Fleet fleet;
  private final Way way;
  private final Map<String, String> stored = new ConcurrentHashMap<>();
  private final List<String> directories = new CopyOnWriteArrayList<>();
  private final List<String> failures = new CopyOnWriteArrayList<>();
  private final List<Thread> clients = new ArrayList<>();

  /** So that what an earlier load left behind after a failure is no failure of this one. */
  private final String mark = Long.toString(System.nanoTime(), Character.MAX_RADIX) + "-";

  private final AtomicInteger kept = new AtomicInteger();
  private volatile boolean ending;

  Load(Fleet fleet, Way way) {
    this.fleet = fleet;
    this.way = way;
    for (int i = 0; i < WRITERS; i++) {
      int writer = i;
      clients.add(Thread.ofPlatform().start(() -> write(writer)));
    }
    clients.add(Thread.ofPlatform().start(this::list));
  }

  private void write(int writer) {
    for (int round = 0; !ending; round++) {
      try {
        writeOne(mark + writer + "-" + round);
      } catch (Exception | AssertionError lost) {
        failures.add("writer " + writer + " in round " + round + ": " + lost);
        return;
      }
    }
  }

  private void writeOne(String name) throws Exception {
    expect("SRM_SUCCESS", call("srmMkdir", "<SURL>" + surl("d" + name) + "</SURL>").code());
    directories.add("d" + name);
    Answer put = call("srmPrepareToPut", target(name));
    expect("SRM_SPACE_AVAILABLE", put.fileCode());
    Files.writeString(physical(put), name);
    Answer status = call("srmStatusOfPutRequest", token(put));
    expect("SRM_SPACE_AVAILABLE", status.fileCode());
    Answer done = call("srmPutDone", token(put) + surls(name));
    expect("SRM_SUCCESS", done.fileCode());
    stored.put(name, name);
  }

  /** Lists on a kept connection; a new one only after the answer that said it was the last. */
  private void list() {
    while (!ending) {
      try (SrmClient client = way.connect()) {
        while (!ending && !client.isOver()) {
          Answer answer = client.call("srmGetTransferProtocols", "");
          expect("SRM_SUCCESS", answer.code());
          kept.incrementAndGet();
        }
      } catch (Exception | AssertionError lost) {
        failures.add("the listing client: " + lost);
        return;
      }
    }
  }

  private static void expect(String code, String told) {
    if (!code.equals(told)) {
      throw new AssertionError(told + " instead of " + code);
    }
  }

  private Answer call(String operation, String fields) throws Exception {
    try (SrmClient client = way.connect()) {
      return client.call(operation, fields);
    } catch (IOException lost) {
      throw new IOException(operation + " on a new connection: " + lost, lost);
    }
  }

  /** Files of which srmPutDone was acknowledged, with what is in them. */
  Map<String, String> stored() {
    return stored;
  }

  /** Directories that were acknowledged. */
  List<String> directories() {
    return directories;
  }

  /** Calls on the kept connection. */
  int kept() {
    return kept.get();
  }

  List<String> failures() {
    return failures;
  }

  /** Lets everybody end what they are at. */
  void end() throws InterruptedException {
    ending = true;
    for (Thread client : clients) {
      if (!client.join(Duration.ofMinutes(1))) {
        failures.add("a client does not come to an end");
      }
    }
  }

  @Override
  public void close() {
    ending = true;
    clients.forEach(Thread::interrupt);
  }

  private static Path physical(Answer put) {
    String path = put.element("transferURL").split("/", 4)[3];
    return Path.of("/" + path.replaceFirst("^/+", ""));
  }

  private String target(String name) {
    return "<arrayOfFileRequests><requestArray><targetSURL>"
        + surl(name)
        + "</targetSURL><expectedFileSize>"
        + name.getBytes(StandardCharsets.UTF_8).length
        + "</expectedFileSize></requestArray></arrayOfFileRequests>";
  }

  private static String token(Answer put) {
    return "<requestToken>" + put.element("requestToken") + "</requestToken>";
  }

  private String surls(String name) {
    return "<arrayOfSURLs><urlArray>" + surl(name) + "</urlArray></arrayOfSURLs>";
  }

  private String surl(String name) {
    return "srm://localhost:" + fleet.port(0) + "/testvo/" + name;
  }
}
