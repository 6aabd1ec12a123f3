package org.bora.server.wire;

import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.bora.admin.AdminRoute;
import org.bora.api.Backend;
import org.bora.api.Operation;
import org.bora.api.word.Call;
import org.bora.api.word.Reply;
import org.bora.backend.fleet.Fleet;
import org.bora.server.config.Configuration;
import org.bora.server.metrics.BackendView;

/**
 * The current operations of a backend. A reload replaces them; the parts that stay (database,
 * areas, GridFTP servers, accounts, copies) are shared by all of them. Code that keeps this object,
 * as copies do, uses the settings that are current at each call.
 */
final class RunningBackend implements Supplier<Backend>, Backend {

  /** Makes operations with changed settings. */
  interface Changed {
    Backend with(Configuration next) throws IOException, StartFailure;
  }

  private final List<AdminRoute> orders;
  private final Desks desks;
  private final Clock clock;
  private final BackendView view;
  private final Fleet fleet;
  private final CompletableFuture<Changed> begun = new CompletableFuture<>();
  private final AtomicReference<Backend> operations = new AtomicReference<>();

  /**
   * A backend without operations yet.
   *
   * @param orders additional orders of an administrator
   * @param desks queries and orders of an administrator
   * @param clock for its deadlines
   * @param view its metrics
   * @param fleet the reports of all processes
   */
  RunningBackend(List<AdminRoute> orders, Desks desks, Clock clock, BackendView view, Fleet fleet) {
    this.orders = List.copyOf(orders);
    this.desks = desks;
    this.clock = clock;
    this.view = view;
    this.fleet = fleet;
  }

  /** That its deadlines go by: those of calls must too. */
  Clock clock() {
    return clock;
  }

  /** What can be counted of it. */
  BackendView view() {
    return view;
  }

  /** What all processes of the site tell of themselves. */
  Fleet fleet() {
    return fleet;
  }

  /** What an administrator can order of it. */
  List<AdminRoute> orders() {
    return orders;
  }

  /** Alarms of the tape systems that no administrator has settled. */
  long alarms() {
    return view.tape().report().alarms();
  }

  /** What an administrator can look for and order. */
  Desks desks() {
    return desks;
  }

  /** Gives it the operations of the start; calls that come before wait. */
  void begin(Backend first, Changed changed) {
    operations.set(first);
    begun.complete(changed);
  }

  @Override
  public Backend get() {
    begun.join();
    return operations.get();
  }

  /** What other settings change of it. */
  Reload.Part part() {
    return next -> {
      Backend made = begun.join().with(next);
      return () -> operations.set(made);
    };
  }

  @Override
  public <Q, R extends Reply> R call(Operation<Q, R> operation, Call call, Q question) {
    return get().call(operation, call, question);
  }
}
