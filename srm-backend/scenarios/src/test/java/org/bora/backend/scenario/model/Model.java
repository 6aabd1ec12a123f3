package org.bora.backend.scenario.model;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bora.api.word.SrmStatus;

/**
 * What a server that keeps every promise would answer: the state machines of the specification and
 * of docs/reference, on maps and lists, without a database, a filesystem or another caller in
 * between.
 */
final class Model {
  static final Duration PIN = Duration.ofMinutes(10);

  /** How long the sweep leaves an overdue put alone. */
  private static final Duration GRACE = Duration.ofMinutes(15);

  private static final long ANNOUNCED = 5;

  private final Site site = new Site();
  private Instant now;

  Model(Instant start) {
    now = start;
  }

  /** The contents of all files, by name. */
  Map<String, String> stored() {
    return Map.copyOf(site.stored);
  }

  int requests() {
    return site.requests.size();
  }

  /** Which request a step means; empty where there is none yet. */
  static Optional<Integer> which(int request, int requests) {
    return requests == 0 ? Optional.empty() : Optional.of(requests - 1 - request % requests);
  }

  private Optional<Request> request(int number) {
    return which(number, site.requests.size()).map(site.requests::get);
  }

  /** What the caller of a step is to be told. */
  Answer take(Step step) {
    expire();
    return switch (step) {
      case Step.PrepareToPut put -> put(put);
      case Step.Write write -> write(write);
      case Step.PutDone done -> of(done.caller(), done.request(), true, this::done);
      case Step.StatusOfPut status -> of(status.caller(), status.request(), true, Model::status);
      case Step.PrepareToGet get -> get(get);
      case Step.StatusOfGet status -> of(status.caller(), status.request(), false, Model::status);
      case Step.ReleaseFiles release -> release(release);
      case Step.AbortRequest abort -> abort(abort);
      case Step.AbortFile abort -> abort(abort);
      case Step.Rm rm -> rm(rm.name());
      case Step.Ls ls -> ls(ls.name());
      case Step.Pass pass -> pass(pass.time());
      case Step.Sweep _ -> sweep();
      case Step.Killed killed -> killed(killed);
    };
  }

  /** The clock alone ends pins; nobody has to notice. */
  private void expire() {
    for (Request request : site.requests) {
      if (!now.isBefore(request.until())) {
        for (RequestedFile file : request.files()) {
          if (file.state == FileState.OPEN || file.state == FileState.PINNED) {
            file.become(FileState.EXPIRED);
          }
        }
      }
    }
  }

  private Answer put(Step.PrepareToPut put) {
    List<RequestedFile> files = new ArrayList<>();
    for (String name : put.names()) {
      site.recover(name);
      if (site.writer(name).isPresent()) {
        files.add(failed(name, put.replace() ? SrmStatus.FILE_BUSY : SrmStatus.DUPLICATION_ERROR));
      } else if (site.stored.containsKey(name) && !put.replace()) {
        files.add(failed(name, SrmStatus.DUPLICATION_ERROR));
      } else {
        files.add(new RequestedFile(name, FileState.OPEN, FileState.OPEN.code));
      }
    }
    Request request =
        new Request(true, put.caller(), put.replace(), put.announce(), now.plus(PIN), files);
    site.requests.add(request);
    return status(request);
  }

  private static RequestedFile failed(String name, SrmStatus code) {
    return new RequestedFile(name, FileState.FAILED, code);
  }

  private Answer write(Step.Write write) {
    request(write.request())
        .filter(Request::put)
        .map(request -> request.files().get(write.file() % request.files().size()))
        .filter(file -> file.state == FileState.OPEN && !file.published)
        .ifPresent(file -> file.written = write.content());
    return Answer.NOTHING;
  }

  private interface Doing {
    Answer with(Request request);
  }

  private Answer of(int caller, int number, boolean put, Doing doing) {
    Optional<Request> request = request(number);
    if (request.isEmpty()) {
      return Answer.of(SrmStatus.INVALID_REQUEST);
    }
    if (caller != Step.OWNER && request.get().caller() != caller) {
      return Answer.of(SrmStatus.AUTHORIZATION_FAILURE);
    }
    return request.get().put() == put
        ? doing.with(request.get())
        : Answer.of(SrmStatus.INVALID_REQUEST);
  }

  private Answer done(Request request) {
    List<SrmStatus> told = request.files().stream().map(file -> done(request, file)).toList();
    return new Answer(whole(told), told);
  }

  private SrmStatus done(Request request, RequestedFile file) {
    if (file.state == FileState.EXPIRED) {
      site.recover(file);
    }
    if (file.state == FileState.STORED) {
      return file.untold ? SrmStatus.SUCCESS : SrmStatus.DUPLICATION_ERROR;
    }
    if (file.state != FileState.OPEN) {
      return file.code;
    }
    if (!file.published) {
      if (isWrongSize(request, file)) {
        return SrmStatus.FAILURE;
      }
      site.publish(file);
      site.endPins(request, file);
    }
    site.endStalePins(file);
    file.become(FileState.STORED);
    return SrmStatus.SUCCESS;
  }

  private static boolean isWrongSize(Request request, RequestedFile file) {
    return request.announced() && file.written.length() != ANNOUNCED;
  }

  private static Answer status(Request request) {
    List<SrmStatus> files = new ArrayList<>();
    request.files().forEach(file -> files.add(file.told()));
    if (request.put()
        && request.files().stream().anyMatch(RequestedFile::isAborted)
        && request.files().stream().noneMatch(RequestedFile::isLive)) {
      return new Answer(SrmStatus.ABORTED, files);
    }
    return new Answer(whole(request.files().stream().map(RequestedFile::outcome).toList()), files);
  }

  private static SrmStatus whole(List<SrmStatus> files) {
    long good =
        files.stream()
            .filter(
                code ->
                    switch (code) {
                      case SUCCESS, SPACE_AVAILABLE, FILE_PINNED, RELEASED -> true;
                      default -> false;
                    })
            .count();
    if (good == files.size()) {
      return SrmStatus.SUCCESS;
    }
    return good == 0 ? SrmStatus.FAILURE : SrmStatus.PARTIAL_SUCCESS;
  }

  private Answer get(Step.PrepareToGet get) {
    List<RequestedFile> files = new ArrayList<>();
    for (String name : get.names()) {
      if (site.stored.containsKey(name)) {
        files.add(new RequestedFile(name, FileState.PINNED, FileState.PINNED.code));
      } else {
        files.add(
            failed(
                name,
                site.writer(name).isPresent() ? SrmStatus.FILE_BUSY : SrmStatus.INVALID_PATH));
      }
    }
    Request request = new Request(false, get.caller(), false, false, now.plus(PIN), files);
    site.requests.add(request);
    return status(request);
  }

  private Answer release(Step.ReleaseFiles release) {
    return of(
        release.caller(),
        release.request(),
        false,
        request -> {
          List<SrmStatus> told = new ArrayList<>();
          for (RequestedFile file : request.files()) {
            if (file.state == FileState.PINNED) {
              file.become(FileState.RELEASED);
            }
            told.add(released(file));
          }
          return new Answer(whole(told), told);
        });
  }

  private static SrmStatus released(RequestedFile file) {
    return switch (file.state) {
      case ABORTED, FAILED -> file.code;
      default -> SrmStatus.SUCCESS;
    };
  }

  private Answer abort(Step.AbortRequest abort) {
    Optional<Request> request = request(abort.request());
    return of(
        abort.caller(),
        abort.request(),
        request.isPresent() && request.get().put(),
        found -> new Answer(whole(found.files().stream().map(this::abort).toList()), List.of()));
  }

  private Answer abort(Step.AbortFile abort) {
    Optional<Request> request = request(abort.request());
    return of(
        abort.caller(),
        abort.request(),
        request.isPresent() && request.get().put(),
        found -> {
          SrmStatus told = abort(found.files().get(abort.file() % found.files().size()));
          return new Answer(whole(List.of(told)), List.of(told));
        });
  }

  private SrmStatus abort(RequestedFile file) {
    site.recover(file);
    if (file.state == FileState.OPEN || file.state == FileState.PINNED) {
      file.become(FileState.ABORTED);
    }
    return file.state == FileState.STORED ? SrmStatus.FAILURE : SrmStatus.SUCCESS;
  }

  private Answer rm(String name) {
    SrmStatus told = site.remove(name) ? SrmStatus.SUCCESS : SrmStatus.INVALID_PATH;
    return new Answer(whole(List.of(told)), List.of(told));
  }

  private Answer ls(String name) {
    SrmStatus told =
        site.writer(name).isPresent()
            ? SrmStatus.FILE_BUSY
            : site.stored.containsKey(name) ? SrmStatus.SUCCESS : SrmStatus.INVALID_PATH;
    return new Answer(SrmStatus.CUSTOM_STATUS, List.of(told));
  }

  private Answer pass(Duration time) {
    now = now.plus(time);
    expire();
    return Answer.NOTHING;
  }

  /** Ends nothing that the clock has not ended; only what was published comes to light. */
  private Answer sweep() {
    for (Request request : site.requests) {
      if (now.isAfter(request.until().plus(GRACE))) {
        request.files().forEach(site::recover);
      }
    }
    return Answer.NOTHING;
  }

  /** A step that does not come as far as its point is answered as ever. */
  private Answer killed(Step.Killed killed) {
    return switch (killed.step()) {
      case Step.PrepareToPut put -> killed(put);
      case Step.PutDone done -> killed(done, killed);
      default -> throw new IllegalArgumentException("nobody dies in " + killed.step());
    };
  }

  /** It begins before it asks who is writing, wherever no file is in the way. */
  private Answer killed(Step.PrepareToPut put) {
    boolean begins =
        put.names().stream().anyMatch(name -> put.replace() || !site.stored.containsKey(name));
    return begins ? Answer.NOTHING : put(put);
  }

  private Answer killed(Step.PutDone done, Step.Killed killed) {
    Optional<Request> request =
        request(done.request())
            .filter(Request::put)
            .filter(found -> done.caller() == Step.OWNER || done.caller() == found.caller());
    List<RequestedFile> whole =
        request.stream()
            .flatMap(found -> found.files().stream().filter(file -> isWhole(found, file)))
            .toList();
    if (whole.isEmpty()) {
      return take(done);
    }
    // The files are renamed one after the other: the backend dies at the first.
    RequestedFile first = whole.getFirst();
    if (killed.point().equals("publishUpload") && killed.after() && !first.published) {
      site.publish(first);
      if (request.orElseThrow().replace()) {
        site.pins(first.name).forEach(pin -> pin.stale = true);
      }
    }
    return Answer.NOTHING;
  }

  private static boolean isWhole(Request request, RequestedFile file) {
    return file.state == FileState.OPEN && (file.published || !isWrongSize(request, file));
  }

  /** A question for every request, by its owner. */
  List<Step> questions() {
    List<Step> questions = new ArrayList<>();
    for (int number = 0; number < site.requests.size(); number++) {
      int latest = site.requests.size() - 1 - number;
      questions.add(
          site.requests.get(number).put()
              ? new Step.StatusOfPut(Step.OWNER, latest)
              : new Step.StatusOfGet(Step.OWNER, latest));
    }
    return questions;
  }
}
