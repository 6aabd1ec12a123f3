package org.bora.files;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.random.RandomGenerator;
import org.bora.api.figures.DoorLoad;
import org.bora.door.http.Exchange;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;

/**
 * Chooses another door to move the bytes of a request (docs/adr/0069). A request is redirected at
 * most once; its new address says so. Thread safe.
 */
public final class Redirects {
  /** In the query of a request that was sent on. */
  public static final String SENT_ON = "bora-sent-on";

  /** Fewer transfers than here are worth another connection of the client from so many on. */
  static final int WORTH = 4;

  private final Optional<String> own;
  private final Optional<String> ownObjects;
  private final IntSupplier transfers;
  private final RandomGenerator random;

  /** The other doors, with the load added since their last report. Guarded by this. */
  private final Map<String, DoorLoad> others = new HashMap<>();

  /**
   * Starts without other doors.
   *
   * @param own address of this door; if empty, no request is redirected
   * @param ownObjects its address for S3
   * @param transfers in progress here
   */
  public Redirects(
      Optional<String> own,
      Optional<String> ownObjects,
      IntSupplier transfers,
      RandomGenerator random) {
    this.own = Objects.requireNonNull(own, "own");
    this.ownObjects = Objects.requireNonNull(ownObjects, "ownObjects");
    this.transfers = Objects.requireNonNull(transfers, "transfers");
    this.random = Objects.requireNonNull(random, "random");
  }

  /** No request is sent on. */
  public static Redirects none() {
    return new Redirects(Optional.empty(), Optional.empty(), () -> 0, RandomGenerator.getDefault());
  }

  /** What this door tells the others of itself. */
  public Optional<DoorLoad> load() {
    return own.map(address -> new DoorLoad(address, transfers.getAsInt(), ownObjects));
  }

  /** Sets the present doors; others get no more requests. */
  public synchronized void know(List<DoorLoad> doors) {
    others.clear();
    doors.stream()
        .filter(door -> !own.equals(Optional.of(door.address())))
        .forEach(door -> others.put(door.address(), door));
  }

  /** The address of the door with the least load, if it is much less than this door's. */
  public Optional<String> elsewhere() {
    return elsewhere(door -> Optional.of(door.address()));
  }

  /** The same among doors that serve S3, with their S3 addresses. */
  public Optional<String> elsewhereByS3() {
    return elsewhere(DoorLoad::objects);
  }

  private synchronized Optional<String> elsewhere(Function<DoorLoad, Optional<String>> address) {
    List<DoorLoad> serve =
        others.values().stream().filter(door -> address.apply(door).isPresent()).toList();
    if (own.isEmpty() || serve.isEmpty()) {
      return Optional.empty();
    }
    int least = serve.stream().mapToInt(DoorLoad::transfers).min().orElseThrow();
    if (transfers.getAsInt() - least < WORTH) {
      return Optional.empty();
    }
    List<DoorLoad> equal =
        serve.stream()
            .filter(door -> door.transfers() == least)
            .sorted(Comparator.comparing(DoorLoad::address))
            .toList();
    DoorLoad chosen = equal.get(random.nextInt(equal.size()));
    others.put(chosen.address(), new DoorLoad(chosen.address(), least + 1, chosen.objects()));
    return address.apply(chosen);
  }

  /**
   * Whether a client reads the answer before it has sent anything of a body: it asks for bytes, or
   * waits before it sends them (RFC 9110 section 10.1.1).
   */
  public static boolean mayGoOn(Exchange exchange) {
    String method = exchange.request().getMethod();
    boolean waits = exchange.headers().contains(HttpHeader.EXPECT, "100-continue");
    return method.equals("GET") || (method.equals("PUT") && waits);
  }

  /**
   * Redirects a request to the door that is to move its bytes.
   *
   * @param door its address
   * @param mark added to the query
   */
  public static void answer(Exchange exchange, String door, String mark) {
    String query = exchange.request().getHttpURI().getQuery();
    String more = query == null ? "?" : "?" + query + "&";
    String location = door + exchange.request().getHttpURI().getPath() + more + mark;
    exchange.header(HttpHeader.LOCATION.asString(), location);
    exchange.answer(HttpStatus.TEMPORARY_REDIRECT_307);
  }

  /**
   * Answers a request by HTTP whose bytes another door is to move. A transfer URL goes along in the
   * query. Not one with a token: clients do not show it to another address.
   *
   * @return whether it is answered
   */
  public boolean sendOn(Exchange exchange) {
    String query = exchange.request().getHttpURI().getQuery();
    if (!mayGoOn(exchange)
        || exchange.headers().contains(HttpHeader.AUTHORIZATION)
        || (query != null && query.contains(SENT_ON))) {
      return false;
    }
    Optional<String> door = elsewhere();
    door.ifPresent(address -> answer(exchange, address, SENT_ON));
    return door.isPresent();
  }
}
