package org.bora.backend.scenario.points;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.bora.api.BackendFailure;
import org.bora.api.Catalogue;
import org.bora.api.put.PutDoneRequest;
import org.bora.api.put.PutFile;
import org.bora.api.put.PutReply;
import org.bora.api.put.PutRequest;
import org.bora.api.request.AbortRequest;
import org.bora.api.word.Call;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.SurlStatus;
import org.bora.api.word.SurlStatusesReply;
import org.bora.backend.scenario.points.Deed.Outcome;
import org.bora.backend.testing.SmallSite;

/** The puts of one scenario. */
final class Uploads {
  private final Stage stage;
  private final List<Upload> begun = Collections.synchronizedList(new ArrayList<>());
  private final Set<String> repeated = ConcurrentHashMap.newKeySet();
  private final Set<String> made = ConcurrentHashMap.newKeySet();

  Uploads(Stage stage) {
    this.stage = stage;
  }

  /** Prepares a put and writes its bytes. The last one of a name is told so by its content. */
  Upload begin(
      Backend backend,
      String name,
      String content,
      boolean replace,
      Optional<String> space,
      long announced) {
    return begin(backend, List.of(name), content, replace, space, announced).getFirst();
  }

  /** Several files of one request; {@code content} is what each begins with. */
  List<Upload> begin(
      Backend backend,
      List<String> names,
      String content,
      boolean replace,
      Optional<String> space,
      long announced) {
    PutReply reply =
        backend.site.puts.call(
            Catalogue.PREPARE_TO_PUT,
            Stage.call(backend),
            request(names, replace, space, announced));
    List<Upload> uploads = new ArrayList<>();
    for (int at = 0; at < names.size(); at++) {
      String name = names.get(at);
      if (at < reply.files().size() && reply.files().get(at).turl().isPresent()) {
        String bytes = names.size() == 1 ? content : content + " " + name;
        SmallSite.write(reply.files().get(at).turl().get(), bytes);
        Deed deed =
            stage.history.begin("put of '" + bytes + "' at " + name, put(name, bytes, replace));
        uploads.add(new Upload(name, bytes, reply.token().orElseThrow(), deed));
      }
    }
    begun.addAll(uploads);
    return uploads;
  }

  private static Deed.Effect put(String name, String content, boolean replace) {
    return files -> {
      if (!replace && files.containsKey(name)) {
        return false;
      }
      files.put(name, content);
      return true;
    };
  }

  private PutRequest request(
      List<String> names, boolean replace, Optional<String> space, long announced) {
    return new PutRequest(
        names.stream()
            .map(
                name ->
                    new PutFile(
                        Optional.of(stage.surl(name)),
                        announced == 0 ? OptionalLong.empty() : OptionalLong.of(announced)))
            .toList(),
        "",
        replace ? OverwriteMode.ALWAYS : OverwriteMode.NEVER,
        Optional.empty(),
        OptionalInt.empty(),
        OptionalInt.of(600),
        OptionalInt.empty(),
        space,
        Optional.empty(),
        List.of("gsiftp"));
  }

  /** srmPrepareToPut, where it is granted. */
  Optional<Upload> prepare(Backend backend, String name) {
    try {
      return begin(backend, List.of(name), "begun", true, Optional.empty(), 5).stream().findFirst();
    } catch (BackendFailure e) {
      return Optional.empty();
    }
  }

  /** A whole put by another client, where its name is free. */
  void put(Backend backend, String name, String content) {
    for (Upload upload :
        begin(backend, List.of(name), content, true, Optional.empty(), content.length())) {
      done(backend, upload, false);
    }
  }

  void done(Backend backend, Upload upload, boolean repeated) {
    done(backend, List.of(upload), repeated);
  }

  /**
   * srmPutDone. Once the frontend has asked another backend, it drops the answer of the first one.
   */
  void done(Backend backend, List<Upload> uploads, boolean again) {
    String token = uploads.getFirst().token();
    if (again) {
      repeated.add(token);
    }
    Optional<SurlStatusesReply> reply = ask(backend, uploads, again);
    if (reply.isEmpty() || (!again && repeated.contains(token))) {
      return;
    }
    List<SurlStatus> files = reply.get().files();
    for (int at = 0; at < uploads.size(); at++) {
      heard(
          uploads.get(at), files.isEmpty() ? reply.get().status() : files.get(at).status(), again);
    }
  }

  private Optional<SurlStatusesReply> ask(Backend backend, List<Upload> uploads, boolean again) {
    Call call = Stage.call(backend);
    PutDoneRequest request =
        new PutDoneRequest(
            uploads.getFirst().token(),
            uploads.stream().map(upload -> stage.surl(upload.name())).toList());
    try {
      return Optional.of(
          backend.site.puts.call(Catalogue.PUT_DONE, again ? call.again() : call, request));
    } catch (BackendFailure e) {
      return Optional.empty();
    }
  }

  private void heard(Upload upload, ReturnStatus status, boolean again) {
    boolean stored = status.explanation().startsWith("srmPutDone was done");
    if (stored && again) {
      stage.history.contradict(upload.deed().what + " is stored, but its retry was told " + status);
    }
    stage.history.told(
        upload.deed(),
        switch (status.code()) {
          case SUCCESS -> Outcome.DONE;
          case FILE_LIFETIME_EXPIRED, ABORTED, INVALID_PATH, INVALID_REQUEST -> Outcome.REFUSED;
          case DUPLICATION_ERROR -> stored ? Outcome.DONE : Outcome.REFUSED;
          default -> Outcome.UNKNOWN;
        });
  }

  /** srmAbortRequest: a put that it has ended stores nothing any more. */
  void abort(Backend backend, Upload upload) {
    try {
      SrmStatus status =
          backend
              .site
              .requests
              .call(Catalogue.ABORT_REQUEST, Stage.call(backend), new AbortRequest(upload.token()))
              .status()
              .code();
      if (status == SrmStatus.SUCCESS) {
        stage.history.told(upload.deed(), Outcome.REFUSED);
      }
    } catch (BackendFailure e) {
      // it may have been aborted, or not
    }
  }

  /** What clients that lost their answers do in the end. */
  void repeatUnanswered(Backend backend) {
    for (Upload upload : List.copyOf(begun)) {
      if (upload.deed().outcome == Outcome.UNKNOWN) {
        done(backend, upload, true);
      }
    }
  }

  /** A file of this content is going to be made of others. */
  void makes(String content) {
    made.add(content);
  }

  boolean isWhole(String content) {
    return made.contains(content)
        || begun.stream().anyMatch(upload -> upload.content().equals(content));
  }
}
