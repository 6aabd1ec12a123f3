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

/** The server of one life of a backend, as its network sees it: it does what gRPC's server does. */
public final class ServedLink {
  /** When that ends which the call is about for which the current thread works. */
  private static final ScopedValue<Long> ABOUT = ScopedValue.newInstance();

  private final String process;
  private final ServedMethods methods;
  private final ScheduledExecutorService timer;
  private final Set<Link> links = new LinkedHashSet<>();
  private boolean alive = true;

  /**
   * @param methods of a server that was built
   * @param timer of the process
   */
  public ServedLink(String process, ServedMethods methods, ScheduledExecutorService timer) {
    this.process = process;
    this.methods = methods;
    this.timer = timer;
  }

  /** What the caller has said of the call for which the current thread works; 0: nothing. */
  public static long about() {
    return ABOUT.isBound() ? ABOUT.get() : 0;
  }

  /** Has calls made by the current thread say what they are about. */
  public static ScopedValue.Carrier about(long end) {
    return ScopedValue.where(ABOUT, end);
  }

  String process() {
    return process;
  }

  boolean isAlive() {
    return alive;
  }

  void accept(Link link) {
    links.add(link);
  }

  void forget(Link link) {
    links.remove(link);
  }

  /** The process has ended; its machine says so on all connections. */
  public void isGone() {
    alive = false;
    List.copyOf(links).forEach(Link::endOfFrontend);
    links.clear();
  }

  /** The machine is without power: it says nothing any more. */
  public void isSilent() {
    links.forEach(Link::isSilent);
    links.clear();
  }

  /** On a thread of the process that has this call alone. */
  void serve(Link link, SimulatedCall<?, ?> asked) {
    serve(link, asked, methods.method(asked.method()));
  }

  private <Q, R> void serve(
      Link link, SimulatedCall<?, ?> asked, ServerMethodDefinition<Q, R> method) {
    Context.CancellableContext context =
        asked.leftNanos().isPresent()
            ? Context.ROOT.withDeadline(
                Deadlines.after(asked.leftNanos().getAsLong(), TimeUnit.NANOSECONDS), timer)
            : Context.ROOT.withCancellation();
    ServedCall<Q, R> call = new ServedCall<>(method.getMethodDescriptor(), context, link, asked);
    link.begins(call);
    about(asked.about()).run(() -> answer(method, call, context, asked));
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
