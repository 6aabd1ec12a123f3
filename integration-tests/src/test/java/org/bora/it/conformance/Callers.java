package org.bora.it.conformance;

import java.io.Closeable;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import org.bora.it.wire.SrmClient;

/** Who calls, each over connections that are kept and used again. Thread safe. */
final class Callers implements Closeable {

  /** Caller to credential of the try grid; what each holds stands in the README.md. */
  private static final Map<String, String> CREDENTIALS =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("alice", "alice-voms"),
              Map.entry("alice-without-vo", "alice"),
              Map.entry("alice-limited", "alice-limited"),
              Map.entry("alice-delegated", "alice-voms-2"),
              Map.entry("alice-production", "alice-prodrole"),
              Map.entry("bob", "bob-voms"),
              Map.entry("bob-without-vo", "bob"),
              Map.entry("production", "carol-role"),
              Map.entry("nobody", "carol"),
              Map.entry("forged", "ac-badsig"),
              Map.entry("stolen", "ac-stolen"),
              Map.entry("expired-vo", "ac-expired"),
              Map.entry("other-vo", "ac-othervo"),
              Map.entry("revoked", "revoked"),
              Map.entry("untrusted", "untrusted"),
              Map.entry("expired", "expired"),
              Map.entry("legacy", "alice-gt2")));

  private static final String DELEGATING = "+delegation";

  private final int port;
  private final Path proxies;
  private final Semaphore keys = new Semaphore(2, true);
  private final Map<String, ConcurrentLinkedDeque<SrmClient>> idle = new ConcurrentHashMap<>();

  /**
   * @param proxies folder of the credentials
   */
  Callers(int port, Path proxies) {
    this.port = port;
    this.proxies = proxies;
  }

  Reply call(String caller, String operation, String fields) throws IOException {
    ConcurrentLinkedDeque<SrmClient> kept =
        idle.computeIfAbsent(caller, _ -> new ConcurrentLinkedDeque<>());
    SrmClient client = kept.pollFirst();
    try {
      client = client == null ? connect(caller) : client;
      Reply reply = Reply.of(client.call(operation, fields));
      kept.addFirst(client);
      return reply;
    } catch (ConnectException e) {
      throw e; // nobody is there: that is no refusal
    } catch (IOException e) {
      if (client != null) {
        client.close();
      }
      return Reply.refused(e);
    }
  }

  private SrmClient connect(String caller) throws IOException {
    boolean delegates = caller.endsWith(DELEGATING);
    String who = caller.replace(DELEGATING, "");
    String credential = CREDENTIALS.get(who);
    if (credential == null) {
      throw new UnknownWord(
          who, "callers, who may add " + DELEGATING + ", are", CREDENTIALS.keySet());
    }
    try {
      Path proxy = proxies.resolve(credential);
      return delegates ? delegating(proxy) : new SrmClient("localhost", port, proxy);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("the credential of " + who + " cannot be used", e);
    }
  }

  /**
   * A few at a time: a server that has just started takes a second for each of their keys, and the
   * last of fifty would wait for longer than a client does.
   */
  private SrmClient delegating(Path proxy) throws IOException, GeneralSecurityException {
    keys.acquireUninterruptibly();
    try {
      return SrmClient.delegating("localhost", port, proxy);
    } finally {
      keys.release();
    }
  }

  @Override
  public void close() throws IOException {
    for (ConcurrentLinkedDeque<SrmClient> clients : idle.values()) {
      for (SrmClient client : clients) {
        client.close();
      }
    }
  }
}
