package org.bora.simulation.link;

import io.grpc.BindableService;
import io.grpc.CompressorRegistry;
import io.grpc.DecompressorRegistry;
import io.grpc.HandlerRegistry;
import io.grpc.Server;
import io.grpc.ServerBuilder;
import io.grpc.ServerInterceptor;
import io.grpc.ServerInterceptors;
import io.grpc.ServerMethodDefinition;
import io.grpc.ServerServiceDefinition;
import java.io.File;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/** Collects the services of a server that does not listen. */
public final class ServedMethods extends ServerBuilder<ServedMethods> {
  private final List<ServerServiceDefinition> services = new ArrayList<>();
  private final List<ServerInterceptor> interceptors = new ArrayList<>();
  private final Map<String, ServerMethodDefinition<?, ?>> methods = new HashMap<>();

  /**
   * Returns one of the methods.
   *
   * @throws IllegalArgumentException if there is none of this name
   */
  ServerMethodDefinition<?, ?> method(String fullName) {
    ServerMethodDefinition<?, ?> method = methods.get(fullName);
    if (method == null) {
      throw new IllegalArgumentException("no method " + fullName);
    }
    return method;
  }

  @Override
  public ServedMethods directExecutor() {
    return this;
  }

  @Override
  public ServedMethods executor(Executor executor) {
    return this;
  }

  @Override
  public ServedMethods addService(ServerServiceDefinition service) {
    services.add(service);
    return this;
  }

  @Override
  public ServedMethods addService(BindableService service) {
    return addService(service.bindService());
  }

  @Override
  public ServedMethods intercept(ServerInterceptor interceptor) {
    interceptors.add(interceptor);
    return this;
  }

  @Override
  public ServedMethods fallbackHandlerRegistry(HandlerRegistry registry) {
    return this; // all are of one release
  }

  @Override
  public ServedMethods useTransportSecurity(File chain, File key) {
    return this;
  }

  @Override
  public ServedMethods decompressorRegistry(DecompressorRegistry registry) {
    return this;
  }

  @Override
  public ServedMethods compressorRegistry(CompressorRegistry registry) {
    return this;
  }

  @Override
  public Server build() {
    for (ServerServiceDefinition service : services) {
      ServerInterceptors.intercept(service, interceptors)
          .getMethods()
          .forEach(method -> methods.put(method.getMethodDescriptor().getFullMethodName(), method));
    }
    return new Nowhere();
  }

  /** A server that does not listen. The scheduler ends its processes. */
  private static final class Nowhere extends Server {
    @Override
    public Server start() {
      return this;
    }

    @Override
    public Server shutdown() {
      return this;
    }

    @Override
    public Server shutdownNow() {
      return this;
    }

    @Override
    public boolean isShutdown() {
      return false;
    }

    @Override
    public boolean isTerminated() {
      return false;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
      return false;
    }

    @Override
    public void awaitTermination() {}
  }
}
