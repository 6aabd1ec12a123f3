package org.bora.http;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.IntSupplier;
import java.util.random.RandomGenerator;
import org.bora.api.figures.DoorLoad;
import org.bora.door.http.Exchange;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;

/**
 * Which door is to move the bytes of a request instead of this one (docs/adr/0069). A request is
 * sent on once at most: its new address says so. Thread safe.
 */
public final class Redirects {
  /** In the query of a request that was sent on. */
  static final String SENT_ON = "bora-sent-on";

  /** Fewer transfers than here are worth another connection of the client from so many on. */
  static final int WORTH = 4;

  private final Optional<String> own;
  private final IntSupplier transfers;
  private final RandomGenerator random;

  /** Doors but this one, and what was added to them since they told. Guarded by this. */
  private final Map<String, Integer> others = new HashMap<>();

  /**
   * No other door is known yet.
   *
   * @param own address of this door; where it is empty no request is sent on
   * @param transfers in progress here
   */
  public Redirects(Optional<String> own, IntSupplier transfers, RandomGenerator random) {
    this.own = Objects.requireNonNull(own, "own");
    this.transfers = Objects.requireNonNull(transfers, "transfers");
    this.random = Objects.requireNonNull(random, "random");
  }

  /** No request is sent on. */
  public static Redirects none() {
    return new Redirects(Optional.empty(), () -> 0, RandomGenerator.getDefault());
  }

  /** What this door tells the others of itself. */
  public Optional<DoorLoad> load() {
    return own.map(address -> new DoorLoad(address, transfers.getAsInt()));
  }

  /** The doors that there are now; those that are left out get no request any more. */
  public synchronized void know(List<DoorLoad> doors) {
    others.clear();
    doors.stream()
        .filter(door -> !own.equals(Optional.of(door.address())))
        .forEach(door -> others.put(door.address(), door.transfers()));
  }

  /** The address of the door that has the least to do, where it has much less to do than this. */
  synchronized Optional<String> elsewhere() {
    if (own.isEmpty() || others.isEmpty()) {
      return Optional.empty();
    }
    int least = others.values().stream().min(Comparator.naturalOrder()).orElseThrow();
    if (transfers.getAsInt() - least < WORTH) {
      return Optional.empty();
    }
    List<String> equal =
        others.entrySet().stream()
            .filter(door -> door.getValue() == least)
            .map(Map.Entry::getKey)
            .sorted()
            .toList();
    String chosen = equal.get(random.nextInt(equal.size()));
    others.merge(chosen, 1, Integer::sum);
    return Optional.of(chosen);
  }

  /**
   * Answers a request whose bytes another door is to move: a GET, and a PUT whose client waits
   * before it sends (RFC 9110 section 10.1.1). A transfer URL goes along in the query. Not one with
   * a token: clients do not show it to another address.
   *
   * @return whether it is answered
   */
  boolean sendOn(Exchange exchange) {
    Request request = exchange.request();
    String method = request.getMethod();
    boolean waits = exchange.headers().contains(HttpHeader.EXPECT, "100-continue");
    String query = request.getHttpURI().getQuery();
    if (!(method.equals("GET") || (method.equals("PUT") && waits))
        || exchange.headers().contains(HttpHeader.AUTHORIZATION)
        || (query != null && query.contains(SENT_ON))) {
      return false;
    }
    Optional<String> door = elsewhere();
    if (door.isPresent()) {
      String more = query == null ? "?" : "?" + query + "&";
      String location = door.get() + request.getHttpURI().getPath() + more + SENT_ON;
      exchange.header(HttpHeader.LOCATION.asString(), location);
      exchange.answer(HttpStatus.TEMPORARY_REDIRECT_307);
    }
    return door.isPresent();
  }
}
