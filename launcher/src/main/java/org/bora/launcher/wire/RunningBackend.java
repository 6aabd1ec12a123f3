package org.bora.launcher.wire;

import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.bora.api.Backend;
import org.bora.api.get.GetCalls;
import org.bora.api.get.GetReply;
import org.bora.api.get.GetRequest;
import org.bora.api.put.PutCalls;
import org.bora.api.put.PutDoneRequest;
import org.bora.api.put.PutReply;
import org.bora.api.put.PutRequest;
import org.bora.api.request.AbortFilesRequest;
import org.bora.api.request.AbortRequest;
import org.bora.api.request.ExtendRequest;
import org.bora.api.request.KnownRequestsReply;
import org.bora.api.request.LifetimesReply;
import org.bora.api.request.ReleaseRequest;
import org.bora.api.request.RequestCalls;
import org.bora.api.request.RequestSummariesReply;
import org.bora.api.request.StatusRequest;
import org.bora.api.word.Call;
import org.bora.api.word.StatusReply;
import org.bora.api.word.SurlStatusesReply;
import org.bora.backend.fleet.Fleet;
import org.bora.launcher.config.Configuration;
import org.bora.launcher.control.ControlServer;
import org.bora.launcher.metrics.BackendView;

/**
 * The operations of a backend as they are now. A change of settings puts others in their place;
 * what lasts (database, areas, doors, accounts, copies) is shared by all of them. Who keeps this
 * object rather than a backend of the moment, as copies do, goes by the settings of each call.
 */
final class RunningBackend implements Supplier<Backend>, PutCalls, GetCalls, RequestCalls {

  /** Makes operations with other settings. */
  interface Changed {
    Backend with(Configuration next) throws IOException, StartFailure;
  }

  private final Map<String, ControlServer.Verb> verbs;
  private final Desks desks;
  private final Clock clock;
  private final BackendView view;
  private final Fleet fleet;
  private final CompletableFuture<Changed> begun = new CompletableFuture<>();
  private final AtomicReference<Backend> operations = new AtomicReference<>();

  /**
   * Has no operations yet.
   *
   * @param verbs what an administrator can ask of it
   * @param desks the same, by routes
   * @param clock that its deadlines go by
   * @param view what can be counted of it
   * @param fleet what all processes tell of themselves
   */
  RunningBackend(
      Map<String, ControlServer.Verb> verbs,
      Desks desks,
      Clock clock,
      BackendView view,
      Fleet fleet) {
    this.verbs = Map.copyOf(verbs);
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

  /** What an administrator can ask of it. */
  Map<String, ControlServer.Verb> verbs() {
    return verbs;
  }

  /** What an administrator can look for and order. */
  Desks desks() {
    return desks;
  }

  /** Gives it the operations of the start; whoever asks before that waits. */
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
  public PutReply prepareToPut(Call call, PutRequest request) {
    return get().prepareToPut(call, request);
  }

  @Override
  public PutReply statusOfPut(Call call, StatusRequest request) {
    return get().statusOfPut(call, request);
  }

  @Override
  public SurlStatusesReply putDone(Call call, PutDoneRequest request) {
    return get().putDone(call, request);
  }

  @Override
  public GetReply prepareToGet(Call call, GetRequest request) {
    return get().prepareToGet(call, request);
  }

  @Override
  public GetReply statusOfGet(Call call, StatusRequest request) {
    return get().statusOfGet(call, request);
  }

  @Override
  public SurlStatusesReply releaseFiles(Call call, ReleaseRequest request) {
    return get().releaseFiles(call, request);
  }

  @Override
  public StatusReply abortRequest(Call call, AbortRequest request) {
    return get().abortRequest(call, request);
  }

  @Override
  public SurlStatusesReply abortFiles(Call call, AbortFilesRequest request) {
    return get().abortFiles(call, request);
  }

  @Override
  public StatusReply suspendRequest(Call call, String token) {
    return get().suspendRequest(call, token);
  }

  @Override
  public StatusReply resumeRequest(Call call, String token) {
    return get().resumeRequest(call, token);
  }

  @Override
  public RequestSummariesReply getRequestSummary(Call call, List<String> tokens) {
    return get().getRequestSummary(call, tokens);
  }

  @Override
  public KnownRequestsReply getRequestTokens(Call call, Optional<String> description) {
    return get().getRequestTokens(call, description);
  }

  @Override
  public LifetimesReply extendFileLifeTime(Call call, ExtendRequest request) {
    return get().extendFileLifeTime(call, request);
  }
}
