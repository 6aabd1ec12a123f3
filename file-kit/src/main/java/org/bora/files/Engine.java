package org.bora.files;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.bora.api.Backend;
import org.bora.api.BackendFailure;
import org.bora.api.Catalogue;
import org.bora.api.directory.AnnotateRequest;
import org.bora.api.directory.Attributes;
import org.bora.api.directory.LsRequest;
import org.bora.api.directory.LsStream;
import org.bora.api.directory.MkdirRequest;
import org.bora.api.directory.NoteReply;
import org.bora.api.directory.NoteRequest;
import org.bora.api.directory.NotesReply;
import org.bora.api.directory.NotesRequest;
import org.bora.api.directory.OrderedLsReply;
import org.bora.api.directory.OrderedLsRequest;
import org.bora.api.directory.RmRequest;
import org.bora.api.directory.RmdirRequest;
import org.bora.api.directory.StatReply;
import org.bora.api.get.GetReply;
import org.bora.api.get.GetRequest;
import org.bora.api.permission.EffectiveRight;
import org.bora.api.permission.EffectiveRightsReply;
import org.bora.api.put.MadeOf;
import org.bora.api.put.PutDoneRequest;
import org.bora.api.put.PutFile;
import org.bora.api.put.PutFileStatus;
import org.bora.api.put.PutReply;
import org.bora.api.put.PutRequest;
import org.bora.api.put.SeenFile;
import org.bora.api.request.AbortRequest;
import org.bora.api.request.ExtendRequest;
import org.bora.api.space.QuotaReply;
import org.bora.api.space.QuotaStanding;
import org.bora.api.word.Call;
import org.bora.api.word.FileType;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.PermissionMode;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SourceFile;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.SurlsRequest;
import org.bora.door.admit.turn.NoTurn;
import org.bora.door.http.Refused;
import org.eclipse.jetty.http.HttpStatus;

/**
 * The calls of the door to the engine, for the caller of one request. Each call has its own
 * deadline, because a transfer may last longer than any of them.
 *
 * @param calls makes the context of a call
 * @param host of the service in SURLs
 */
public record Engine(Backend backend, Supplier<Call> calls, String host) {

  /** A listing that a slow disk or a full machine keeps for longer is not told at all. */
  private static final OptionalInt LISTING = OptionalInt.of(60);

  public Engine {
    Objects.requireNonNull(backend, "backend");
    Objects.requireNonNull(calls, "calls");
    Objects.requireNonNull(host, "host");
  }

  /** The entry of a name; empty if there is none. A name that is being written is refused. */
  public Optional<Attributes> look(Name name) throws Refused {
    StatReply reply =
        backend.call(Catalogue.STAT, calls.get(), new SurlsRequest(List.of(name.surl(host))));
    if (reply.entries().isEmpty()) {
      throw Refused.of(reply.status());
    }
    StatReply.Entry entry = reply.entries().getFirst();
    if (entry.status().code() == SrmStatus.INVALID_PATH) {
      return Optional.empty();
    }
    require(entry.status());
    return Optional.of(entry.attributes().orElseThrow(() -> Refused.of(entry.status())));
  }

  /** The same of a name that must be there. */
  public Attributes entry(Name name) throws Refused {
    return look(name)
        .orElseThrow(() -> new Refused(HttpStatus.NOT_FOUND_404, "no such file or directory"));
  }

  public boolean isDirectory(Name name) throws Refused {
    return look(name).filter(found -> found.type() == FileType.DIRECTORY).isPresent();
  }

  /** Where the bytes of a file are: a {@code file:} URL. */
  public String open(Name name) throws Refused {
    var reply =
        backend.call(Catalogue.OPEN, calls.get(), new SurlsRequest(List.of(name.surl(host))));
    if (reply.files().isEmpty()) {
      throw Refused.of(reply.status());
    }
    var file = reply.files().getFirst();
    return file.turl().orElseThrow(() -> Refused.of(file.status()));
  }

  /**
   * The entry itself and, for a directory, children in the order of keys ({@link
   * org.bora.api.directory.KeyOrder}). Where they are cut, the token of the answer is the key
   * behind which the rest begins.
   *
   * @param children whether they are wanted
   * @param behind the key behind which they begin; empty for the first
   */
  public LsStream list(Name name, boolean children, String behind) {
    return backend.open(
        Catalogue.LS,
        calls.get(),
        new LsRequest(
            List.of(name.surl(host)),
            true,
            false,
            OptionalInt.of(children ? 1 : 0),
            OptionalInt.empty(),
            OptionalInt.empty(),
            Optional.empty(),
            LISTING,
            Optional.of(behind)));
  }

  /** How the caller stands with quotas in the area of a name. */
  public List<QuotaStanding> quotas(Name name) throws Refused {
    QuotaReply reply =
        backend.call(Catalogue.QUOTAS, calls.get(), new SurlsRequest(List.of(name.surl(host))));
    require(reply.status());
    return reply.quotas();
  }

  public void makeDirectory(Name name) throws Refused {
    require(backend.call(Catalogue.MKDIR, calls.get(), new MkdirRequest(name.surl(host))).status());
  }

  /** Removes a file, or a directory with its content. */
  public void remove(Name name, boolean directory) throws Refused {
    if (directory) {
      require(
          backend
              .call(Catalogue.RMDIR, calls.get(), new RmdirRequest(name.surl(host), true))
              .status());
      return;
    }
    remove(name, Optional.empty());
  }

  /**
   * Removes a file.
   *
   * @param only the required version, if it matters; another one stays, and the call is refused
   *     with 412
   */
  public void remove(Name name, Optional<SeenFile> only) throws Refused {
    var reply =
        backend.call(Catalogue.RM, calls.get(), new RmRequest(List.of(name.surl(host)), only));
    require(reply.files().isEmpty() ? reply.status() : reply.files().getFirst().status());
  }

  /**
   * Removes a directory that is empty.
   *
   * @param unless a directory with this note stays, also if the note was written meanwhile; the
   *     call is refused
   */
  public void removeEmpty(Name name, Optional<String> unless) throws Refused {
    RmdirRequest asked = new RmdirRequest(name.surl(host), false, unless);
    require(backend.call(Catalogue.RMDIR, calls.get(), asked).status());
  }

  /**
   * Children of a directory in the order of bytes.
   *
   * @param prefix of their names
   * @param after the key after which the page begins ({@link org.bora.api.directory.KeyOrder#key});
   *     empty for the first
   * @param count largest number; the engine may return fewer, and says where the rest begins
   * @param note to be returned with each
   */
  public OrderedLsReply inOrder(Name name, String prefix, String after, int count, String note)
      throws Refused {
    OrderedLsReply reply =
        backend.call(
            Catalogue.LS_IN_ORDER,
            calls.get(),
            new OrderedLsRequest(name.surl(host), prefix, after, count, Optional.of(note)));
    require(reply.status());
    return reply;
  }

  /**
   * Leaves a note on a file or directory that is there.
   *
   * @param before its text, as it was read; empty for none
   * @param text empty to remove it
   * @return whether that is done; false where the note is another one by now
   */
  public boolean annotate(Name name, String note, Optional<String> before, Optional<String> text)
      throws Refused {
    ReturnStatus status =
        backend
            .call(
                Catalogue.ANNOTATE,
                calls.get(),
                new AnnotateRequest(name.surl(host), note, before, text))
            .status();
    if (status.code() == SrmStatus.FILE_BUSY) {
      return false;
    }
    require(status);
    return true;
  }

  /** What the caller may do with a file or directory, by the rules and in the filesystem. */
  public PermissionMode permission(Name name) throws Refused {
    EffectiveRightsReply reply =
        backend.call(
            Catalogue.CHECK_PERMISSION, calls.get(), new SurlsRequest(List.of(name.surl(host))));
    if (reply.files().isEmpty()) {
      throw Refused.of(reply.status());
    }
    EffectiveRight right = reply.files().getFirst();
    return right.mode().orElseThrow(() -> Refused.of(right.status()));
  }

  /** A note on a directory, whether or not the caller may list it; empty for none. */
  public Optional<String> directoryNote(Name name, String note) throws Refused {
    NoteReply reply =
        backend.call(Catalogue.DIRECTORY_NOTE, calls.get(), new NoteRequest(name.surl(host), note));
    require(reply.status());
    return reply.text();
  }

  /**
   * The notes on several files and directories, empty for those without one and those that the
   * caller may not list.
   *
   * @param about the subject of the caller's request
   * @param names at most {@link NotesRequest#MOST}
   */
  public List<String> notes(Name about, List<Name> names, String note) throws Refused {
    NotesRequest asked =
        new NotesRequest(
            about.surl(host), names.stream().map(name -> name.surl(host)).toList(), note);
    NotesReply reply = backend.call(Catalogue.NOTES, calls.get(), asked);
    require(reply.status());
    return reply.texts();
  }

  /** An upload that the engine has begun. */
  public record Begun(String token, String turl) {}

  /**
   * Begins an upload.
   *
   * @param size in bytes, if known
   * @param madeOf files that the door copies into it
   * @param leaseSeconds after which the engine abandons it, unless it is renewed
   */
  public Begun begin(
      Name name,
      OverwriteMode overwrite,
      OptionalLong size,
      Optional<MadeOf> madeOf,
      int leaseSeconds)
      throws Refused {
    PutRequest request =
        new PutRequest(
            List.of(new PutFile(Optional.of(name.surl(host)), size, madeOf)),
            "",
            overwrite,
            Optional.empty(),
            OptionalInt.empty(),
            OptionalInt.of(leaseSeconds),
            OptionalInt.empty(),
            Optional.empty(),
            Optional.empty(),
            List.of(PutRequest.HELD));
    PutReply reply = backend.call(Catalogue.BEGIN_UPLOAD, calls.get(), request);
    if (reply.files().isEmpty()) {
      throw Refused.of(reply.status());
    }
    PutFileStatus file = reply.files().getFirst();
    return new Begun(
        reply.token().orElseThrow(() -> Refused.of(reply.status())),
        file.turl().orElseThrow(() -> Refused.of(file.status())));
  }

  /** Renews the lease of an upload. */
  public void renew(Name name, Begun upload, int leaseSeconds) throws Refused {
    require(
        backend
            .call(
                Catalogue.EXTEND_FILE_LIFE_TIME,
                calls.get(),
                new ExtendRequest(
                    Optional.of(upload.token()),
                    List.of(name.surl(host)),
                    OptionalInt.empty(),
                    OptionalInt.of(leaseSeconds)))
            .status());
  }

  /**
   * Publishes an upload. Asked once more where the first answer was lost.
   *
   * @param replaces what must have its name until now
   * @throws NoTurn where it got no turn, so that nothing has begun
   */
  public void publish(Name name, Begun upload, String adler32, Optional<SeenFile> replaces)
      throws Refused {
    PutDoneRequest done =
        new PutDoneRequest(
            upload.token(), List.of(name.surl(host)), Optional.of(adler32), replaces);
    Call call = calls.get();
    try {
      publish(call, done);
    } catch (BackendFailure lost) {
      if (lost.kind() == BackendFailure.Kind.PERMANENT) {
        throw lost;
      }
      try {
        publish(calls.get().again(), done);
      } catch (NoTurn none) {
        throw lost; // what comes after it would have to say that it is asked again
      }
    }
  }

  private void publish(Call call, PutDoneRequest done) throws Refused {
    var reply = backend.call(Catalogue.PUT_DONE, call, done);
    require(reply.files().isEmpty() ? reply.status() : reply.files().getFirst().status());
  }

  /**
   * Requests the recall of a file; returns when the request is stored, not when the file is on
   * disk. A file on disk is always accepted, even if the caller may pin no more.
   *
   * @param pin its time on disk; the engine may shorten it
   * @param request its name: a repeated call with this name is the same request
   */
  public void bringOnline(Name name, Duration pin, String request) throws Refused {
    bringOnline(name, pin, Optional.of(request), true);
  }

  /**
   * Has a file brought from tape, and pins it; answers when that is entered, not when it is done.
   *
   * @param pin that it stays on disk; the engine may shorten it
   * @throws Refused also where the file is on disk and the caller may pin no more
   */
  public void pin(Name name, Duration pin) throws Refused {
    bringOnline(name, pin, Optional.empty(), false);
  }

  private void bringOnline(Name name, Duration pin, Optional<String> request, boolean staging)
      throws Refused {
    GetRequest asked =
        new GetRequest(
            List.of(new SourceFile(name.surl(host), Optional.empty())),
            "",
            OptionalInt.empty(),
            OptionalInt.of((int) Math.min(pin.toSeconds(), Integer.MAX_VALUE)),
            OptionalInt.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            List.of(),
            request,
            staging);
    GetReply reply = backend.call(Catalogue.BRING_ONLINE, calls.get(), asked);
    ReturnStatus status =
        reply.files().isEmpty() ? reply.status() : reply.files().getFirst().status();
    boolean entered =
        switch (status.code()) {
          case SUCCESS, REQUEST_QUEUED, REQUEST_INPROGRESS, FILE_PINNED -> true;
          default -> false;
        };
    if (!entered) {
      throw Refused.of(status);
    }
  }

  /** Gives an upload up: nothing of it is left. */
  public void abort(Begun upload) throws Refused {
    require(
        backend
            .call(Catalogue.ABORT_REQUEST, calls.get(), new AbortRequest(upload.token()))
            .status());
  }

  private static void require(ReturnStatus status) throws Refused {
    if (status.code() != SrmStatus.SUCCESS) {
      throw Refused.of(status);
    }
  }
}
