package org.bora.backend.scenario.points;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.bora.api.BackendFailure;
import org.bora.api.Catalogue;
import org.bora.api.directory.MkdirRequest;
import org.bora.api.directory.OrderedEntry;
import org.bora.api.directory.OrderedLsReply;
import org.bora.api.directory.OrderedLsRequest;
import org.bora.api.directory.RmdirRequest;
import org.bora.api.get.GetReply;
import org.bora.api.put.MadeOf;
import org.bora.api.put.PutDoneRequest;
import org.bora.api.put.PutFile;
import org.bora.api.put.PutReply;
import org.bora.api.put.PutRequest;
import org.bora.api.request.AbortRequest;
import org.bora.api.word.Call;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.SurlStatusesReply;
import org.bora.api.word.SurlsRequest;

/** What a door that moves bytes itself asks of one backend, as {@code org.bora.files} does. */
record DoorCalls(Stage stage, Backend backend) {
  private static final int SECONDS = 600;
  private static final int AT_ONCE = 100;

  SrmStatus makeDirectory(String name) {
    return backend
        .directory
        .call(Catalogue.MKDIR, call(), new MkdirRequest(stage.surl(name)))
        .status()
        .code();
  }

  /** A directory with all that is in it. */
  SrmStatus removeAll(String name) {
    return backend
        .directory
        .call(Catalogue.RMDIR, call(), new RmdirRequest(stage.surl(name), true))
        .status()
        .code();
  }

  /** Names in a directory, in their order. */
  List<String> names(String directory, String prefix) {
    OrderedLsReply reply =
        backend.directory.call(
            Catalogue.LS_IN_ORDER,
            call(),
            new OrderedLsRequest(stage.surl(directory), prefix, "", AT_ONCE, Optional.empty()));
    return reply.entries().stream().map(OrderedEntry::name).toList();
  }

  /** What is in a file; empty where there is none that can be read now. */
  Optional<String> content(String name) {
    GetReply reply =
        backend.site.gets.call(Catalogue.OPEN, call(), new SurlsRequest(List.of(stage.surl(name))));
    Optional<String> turl = reply.files().stream().findFirst().flatMap(file -> file.turl());
    try {
      return turl.isEmpty() ? Optional.empty() : Optional.of(Files.readString(path(turl.get())));
    } catch (IOException gone) {
      return Optional.empty();
    }
  }

  /** A file on its way in. */
  record Begun(String name, String token, Path hidden) {}

  /** Begins one, and puts the refusal down where it is refused. */
  Optional<Begun> begin(String name, long size, Optional<MadeOf> madeOf, List<SrmStatus> refusal) {
    PutRequest request =
        new PutRequest(
            List.of(new PutFile(Optional.of(stage.surl(name)), OptionalLong.of(size), madeOf)),
            "",
            OverwriteMode.ALWAYS,
            Optional.empty(),
            OptionalInt.empty(),
            OptionalInt.of(SECONDS),
            OptionalInt.empty(),
            Optional.empty(),
            Optional.empty(),
            List.of());
    PutReply reply = backend.site.puts.call(Catalogue.BEGIN_UPLOAD, call(), request);
    Optional<String> turl = reply.files().stream().findFirst().flatMap(file -> file.turl());
    if (turl.isEmpty()) {
      refusal.add(
          reply.files().isEmpty()
              ? reply.status().code()
              : reply.files().getFirst().status().code());
      return Optional.empty();
    }
    return Optional.of(new Begun(name, reply.token().orElseThrow(), path(turl.get())));
  }

  /** Writes all of it and publishes it; whatever is not published is given up. */
  SrmStatus finish(Begun begun, String content) {
    boolean published = false;
    try {
      // the door has the file open since it began: one that is gone is not made again
      Files.writeString(begun.hidden(), content, StandardOpenOption.WRITE);
      SrmStatus told = publish(begun);
      published = told == SrmStatus.SUCCESS;
      return told;
    } catch (IOException gone) {
      return SrmStatus.FAILURE;
    } finally {
      if (!published && !backend.tap.isDead()) {
        giveUp(begun);
      }
    }
  }

  private SrmStatus publish(Begun begun) {
    PutDoneRequest done = new PutDoneRequest(begun.token(), List.of(stage.surl(begun.name())));
    try {
      return publish(call(), done);
    } catch (BackendFailure lost) {
      if (backend.tap.isDead()) {
        throw lost;
      }
      return publish(call().again(), done);
    }
  }

  private SrmStatus publish(Call call, PutDoneRequest done) {
    SurlStatusesReply reply = backend.site.puts.call(Catalogue.PUT_DONE, call, done);
    return reply.files().isEmpty()
        ? reply.status().code()
        : reply.files().getFirst().status().code();
  }

  void giveUp(Begun begun) {
    try {
      backend.site.requests.call(Catalogue.ABORT_REQUEST, call(), new AbortRequest(begun.token()));
    } catch (BackendFailure e) {
      // its lease ends
    }
  }

  private Call call() {
    return Stage.call(backend);
  }

  private static Path path(String turl) {
    return Path.of(URI.create(turl).getPath());
  }
}
