package org.bora.gridftp.control;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Looks up addresses of hosts within a time limit. The machine's name service has no limit, and a
 * thread that waits for it cannot be interrupted. Each name therefore has one query thread, shared
 * by all waiting callers, which ends when the name service has answered. Thread safe.
 */
public final class HostAddresses {

  /** As {@link InetAddress#getAllByName}. */
  @FunctionalInterface
  interface NameService {
    InetAddress[] addresses(String host) throws UnknownHostException;
  }

  private final NameService names;
  private final AddressRule rule;
  private final ConcurrentMap<String, CompletableFuture<InetAddress[]>> asked =
      new ConcurrentHashMap<>();

  /** Asks the name service of the machine. */
  public HostAddresses() {
    this(AddressRule.ANY);
  }

  /** The same, of which only some may be connected to. */
  public HostAddresses(AddressRule rule) {
    this(InetAddress::getAllByName, rule);
  }

  HostAddresses(NameService names) {
    this(names, AddressRule.ANY);
  }

  HostAddresses(NameService names, AddressRule rule) {
    this.names = Objects.requireNonNull(names, "names");
    this.rule = Objects.requireNonNull(rule, "rule");
  }

  /**
   * The addresses that may be connected to at this port.
   *
   * @param host a name or an address
   * @param time positive
   * @throws UnknownHostException it has none
   * @throws ForbiddenPeer it has none that may be connected to
   * @throws SocketTimeoutException the name service did not say in that time
   */
  public InetAddress[] of(String host, int port, Duration time) throws IOException {
    InetAddress[] permitted =
        Arrays.stream(of(host, time))
            .filter(address -> permits(host, port, address))
            .toArray(InetAddress[]::new);
    if (permitted.length == 0) {
      throw new ForbiddenPeer(host);
    }
    return permitted;
  }

  boolean permits(String host, int port, InetAddress address) {
    return rule.permits(host, port, address);
  }

  /**
   * All addresses of a host.
   *
   * @param host a name or an address
   * @param time positive
   * @throws UnknownHostException it has none
   * @throws SocketTimeoutException the name service did not say in that time
   */
  InetAddress[] of(String host, Duration time) throws IOException {
    CompletableFuture<InetAddress[]> answer = asked.computeIfAbsent(host, this::ask);
    try {
      return answer.get(time.toNanos(), TimeUnit.NANOSECONDS).clone();
    } catch (TimeoutException _) {
      throw new SocketTimeoutException(
          "the name service did not tell the address of %s within %s s"
              .formatted(host, time.toMillis() / 1000.0));
    } catch (ExecutionException e) {
      UnknownHostException unknown = new UnknownHostException(host + " is not known");
      unknown.initCause(e.getCause());
      throw unknown;
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while the address of " + host + " was asked");
    }
  }

  private CompletableFuture<InetAddress[]> ask(String host) {
    CompletableFuture<InetAddress[]> answer = new CompletableFuture<>();
    // not a virtual one: it would hold the thread that carries it, and others with it
    Thread.ofPlatform().daemon().name("address of " + host).start(() -> answer(host, answer));
    return answer;
  }

  private void answer(String host, CompletableFuture<InetAddress[]> answer) {
    InetAddress[] found = null;
    Throwable failure = null;
    try {
      found = names.addresses(host);
    } catch (UnknownHostException | RuntimeException | Error e) {
      failure = e;
    }
    asked.remove(host, answer);
    if (failure == null) {
      answer.complete(found);
    } else {
      answer.completeExceptionally(failure);
    }
  }
}
