package org.bora.backend.scenario.points;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.bora.api.BackendFailure;
import org.bora.api.Catalogue;
import org.bora.api.put.PutDoneRequest;
import org.bora.api.put.PutFile;
import org.bora.api.put.PutReply;
import org.bora.api.put.PutRequest;
import org.bora.api.request.AbortRequest;
import org.bora.api.turl.TurlReply;
import org.bora.api.turl.TurlUse;
import org.bora.api.turl.TurlUse.Step;
import org.bora.api.word.Call;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.backend.scenario.points.Deed.Outcome;

/** The puts of one scenario whose bytes come by HTTPS TURLs, as a door of ours does it. */
final class Turls {
  private static final Duration LEASE_OVER = TurlUse.LEASE.plusSeconds(1);

  private final Stage stage;
  private final List<Put> begun = Collections.synchronizedList(new ArrayList<>());

  Turls(Stage stage) {
    this.stage = stage;
  }

  /** A put, and what its client sends to its TURL. */
  final class Put {
    private final String name;
    private final String token;
    private final List<Attempt> attempts = Collections.synchronizedList(new ArrayList<>());
    private volatile boolean stored;
    private volatile boolean wanted;

    private Put(String name, String token) {
      this.name = name;
      this.token = token;
    }

    /** The first transfer. */
    Attempt first() {
      return attempts.getFirst();
    }

    /** Another one, with other bytes. */
    Attempt another(String content) {
      Deed deed =
          stage.history.begin(
              "upload of '" + content + "' to the TURL of " + name,
              files -> {
                files.put(name, content);
                return true;
              });
      Attempt attempt = new Attempt(content, deed);
      attempts.add(attempt);
      return attempt;
    }

    /** Nobody else is at the name: in the end it holds what was sent. */
    void mustBeStored() {
      wanted = true;
    }

    /** What srmPutDone has published, and no other. */
    private synchronized void isStored() {
      stored = true;
      Optional<Attempt> chosen =
          attempts.reversed().stream()
              .filter(attempt -> attempt.complete)
              .findFirst()
              .or(() -> attempts.reversed().stream().filter(attempt -> attempt.ending).findFirst());
      if (chosen.isEmpty()) {
        stage.history.contradict(name + " is stored, and no transfer was complete");
        return;
      }
      attempts.forEach(
          attempt ->
              stage.history.told(
                  attempt.deed, attempt == chosen.get() ? Outcome.DONE : Outcome.REFUSED));
    }

    private void isOver() {
      attempts.forEach(attempt -> stage.history.told(attempt.deed, Outcome.REFUSED));
    }
  }

  /** srmPrepareToPut with a TURL of HTTPS. */
  Put begin(Backend backend, String name) {
    PutRequest asked =
        new PutRequest(
            List.of(new PutFile(Optional.of(stage.surl(name)), OptionalLong.empty())),
            "",
            OverwriteMode.ALWAYS,
            Optional.empty(),
            OptionalInt.empty(),
            OptionalInt.of(1200),
            OptionalInt.empty(),
            Optional.empty(),
            Optional.empty(),
            List.of("davs"));
    PutReply reply = backend.site.puts.call(Catalogue.PREPARE_TO_PUT, Stage.call(backend), asked);
    Put put = new Put(name, reply.token().orElseThrow());
    put.another("sent");
    begun.add(put);
    return put;
  }

  /** The same where nothing comes in between. */
  Put sent(Backend backend, String name) {
    Put put = begin(backend, name);
    transfer(backend, put, put.first());
    if (!put.first().complete) {
      throw new AssertionError("an upload that nothing has disturbed is not complete");
    }
    return put;
  }

  /** Moves the bytes: the door holds the file open before it makes sure that it is its own. */
  void transfer(Backend backend, Put put, Attempt attempt) {
    try {
      TurlReply to = step(backend, put, attempt, Step.BEGIN, 0);
      if (to.status().code() != SrmStatus.SUCCESS) {
        return;
      }
      Path hidden = Path.of(URI.create(to.file().orElseThrow()).getPath());
      try (FileChannel file = FileChannel.open(hidden, StandardOpenOption.WRITE)) {
        if (step(backend, put, attempt, Step.RENEW, 0).status().code() != SrmStatus.SUCCESS) {
          return;
        }
        file.write(ByteBuffer.wrap(attempt.content.getBytes(StandardCharsets.UTF_8)), 0);
      }
      attempt.ending = true;
      TurlReply end = step(backend, put, attempt, Step.END, attempt.content.length());
      attempt.complete |= end.status().code() == SrmStatus.SUCCESS;
    } catch (BackendFailure | NoSuchFileException e) {
      // its client sees a broken connection; the hidden file may be another attempt's by now
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private TurlReply step(Backend backend, Put put, Attempt attempt, Step step, long bytes) {
    return backend.turls.call(
        Catalogue.USE_TURL,
        Stage.call(backend),
        new TurlUse(
            step,
            true,
            put.token,
            stage.surl(put.name),
            "192.0.2.7",
            attempt.id.toString(),
            bytes,
            step == Step.END));
  }

  /** srmPutDone. */
  void done(Backend backend, Put put, boolean again) {
    Call call = Stage.call(backend);
    ReturnStatus status;
    try {
      var reply =
          backend.site.puts.call(
              Catalogue.PUT_DONE,
              again ? call.again() : call,
              new PutDoneRequest(put.token, List.of(stage.surl(put.name))));
      status = reply.files().isEmpty() ? reply.status() : reply.files().getFirst().status();
    } catch (BackendFailure e) {
      return;
    }
    switch (status.code()) {
      case SUCCESS -> put.isStored();
      case FILE_LIFETIME_EXPIRED, ABORTED, INVALID_REQUEST -> put.isOver();
      case INVALID_PATH -> {
        if (!status.explanation().startsWith("nothing was written")) {
          put.isOver();
        }
      }
      case DUPLICATION_ERROR -> {
        if (status.explanation().startsWith("srmPutDone was done")) {
          put.isStored();
        } else {
          put.isOver();
        }
      }
      default -> {} // not complete yet, or not known
    }
  }

  /** srmAbortRequest: a put that it has ended stores nothing any more. */
  void abort(Backend backend, Put put) {
    try {
      SrmStatus status =
          backend
              .site
              .requests
              .call(Catalogue.ABORT_REQUEST, Stage.call(backend), new AbortRequest(put.token))
              .status()
              .code();
      if (status == SrmStatus.SUCCESS) {
        put.isOver();
      }
    } catch (BackendFailure e) {
      // it may have been aborted, or not
    }
  }

  boolean isWhole(String content) {
    return begun.stream()
        .flatMap(put -> List.copyOf(put.attempts).stream())
        .anyMatch(attempt -> attempt.content.equals(content));
  }

  /** What clients do in the end: whoever has not heard that the file is stored sends it again. */
  void repeatUnanswered(Backend backend) {
    for (Put put : List.copyOf(begun)) {
      if (put.stored) {
        continue;
      }
      done(backend, put, true);
      if (!put.stored) {
        stage.pass(LEASE_OVER);
        transfer(backend, put, put.another("sent again"));
        done(backend, put, true);
      }
      if (put.wanted && !put.stored) {
        stage.history.contradict("its client cannot store " + put.name);
      }
    }
  }
}
