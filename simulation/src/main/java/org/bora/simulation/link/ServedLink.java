package org.bora.simulation.link;

import io.grpc.Context;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerMethodDefinition;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.bora.simulation.time.Deadlines;

/**
 * The server of one life of a backend on the simulated network. It behaves as gRPC's server does.
 */
public final class ServedLink {
  /** The call that the current thread works for. */
  private static final ScopedValue<Errand.Sent> SENT = ScopedValue.newInstance();

  private final String process;
  private final ServedMethods methods;
  private final ScheduledExecutorService timer;
  private final Set<Link> links = new LinkedHashSet<>();

  /**
   * Creates a server.
   *
   * @param methods of a server that was built
   * @param timer of the process
   */
  public ServedLink(String process, ServedMethods methods, ScheduledExecutorService timer) {
    this.process = process;
    this.methods = methods;
    this.timer = timer;
  }

  /** The call that the current thread works for; if there is none, a call of a new errand. */
  public static Errand.Sent sent() {
    return SENT.isBound() ? SENT.get() : new Errand.Sent(new Errand(0), 0);
  }

  /** Calls made by the current thread belong to this errand. */
  public static ScopedValue.Carrier on(Errand errand) {
    return ScopedValue.where(SENT, new Errand.Sent(errand, 0));
  }

  String process() {
    return process;
  }

  void accept(Link link) {
    links.add(link);
  }

  void forget(Link link) {
    links.remove(link);
  }

  /** The process has ended. Its machine reports this on all connections. */
  public void isGone() {
    List.copyOf(links).forEach(Link::endOfFrontend);
    links.clear();
  }

  /** The machine has lost power and sends nothing any more. */
  public void isSilent() {
    links.forEach(Link::isSilent);
    links.clear();
  }

  /** On a thread of the process that serves only this call. */
  void serve(Link link, SimulatedCall<?, ?> asked) {
    serve(link, asked, methods.method(asked.method()));
  }

  private <Q, R> void serve(
      Link link, SimulatedCall<?, ?> asked, ServerMethodDefinition<Q, R> method) {
    Context.CancellableContext context =
        asked.timeoutNanos().isPresent()
            ? Context.ROOT.withDeadline(
                Deadlines.after(asked.timeoutNanos().getAsLong(), TimeUnit.NANOSECONDS), timer)
            : Context.ROOT.withCancellation();
    ServedCall<Q, R> call = new ServedCall<>(method.getMethodDescriptor(), context, link, asked);
    link.begins(asked, call);
    ScopedValue.where(SENT, asked.sent()).run(() -> answer(method, call, context, asked));
  }

  private static <Q, R> void answer(
      ServerMethodDefinition<Q, R> method,
      ServedCall<Q, R> call,
      Context.CancellableContext context,
      SimulatedCall<?, ?> asked) {
    Context before = context.attach();
    try {
      ServerCall.Listener<Q> listener =
          method.getServerCallHandler().startCall(call, asked.headers(Metadata::new));
      call.follows(listener);
      listener.onReady();
      listener.onMessage(call.getMethodDescriptor().parseRequest(asked.question()));
      listener.onHalfClose();
    } finally {
      context.detach(before);
    }
  }
}
