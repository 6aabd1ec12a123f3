package org.bora.simulation.site;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bora.api.get.GetFileStatus;
import org.bora.api.get.GetReply;
import org.bora.api.put.PutFileStatus;
import org.bora.api.put.PutReply;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.SurlStatus;
import org.bora.api.word.SurlStatusesReply;

/** Requests for several files, each of which ends separately. */
final class Batches {
  private static final int ATTEMPTS = 4;

  private final Asking asking;
  private final DoorCalls calls;
  private final Client.Tools tools;
  private final Puts puts;
  private final Reads reads;

  Batches(Asking asking, DoorCalls calls, Client.Tools tools, Puts puts, Reads reads) {
    this.asking = asking;
    this.calls = calls;
    this.tools = tools;
    this.puts = puts;
    this.reads = reads;
  }

  private int dice(int bound) {
    return tools.choices().below(bound);
  }

  private static List<String> paths(Iterable<Name> names) {
    List<String> paths = new ArrayList<>();
    names.forEach(name -> paths.add(name.path()));
    return paths;
  }

  void put(List<Name> names) {
    int pin = tools.conditions().pinSeconds(tools.choices());
    long end = puts.endOf(pin);
    Optional<PutReply> reply = calls.begin(paths(names), pin, DoorCalls.GRIDFTP);
    Map<Name, Puts.Open> open = new LinkedHashMap<>();
    for (Name name : names) {
      puts.begun(name, reply.flatMap(PutReply::token), reply.flatMap(told -> of(told, name)), end)
          .ifPresent(begun -> open.put(name, begun));
    }
    open.keySet().forEach(name -> puts.isOpen(name, true));
    for (Map.Entry<Name, Puts.Open> one : List.copyOf(open.entrySet())) {
      boolean written = puts.transfer(one.getValue().turl(), one.getValue().content());
      if (!written || dice(12) == 0) {
        open.remove(one.getKey());
        abort(one.getKey(), one.getValue());
      }
    }
    done(open);
  }

  private static Optional<PutFileStatus> of(PutReply reply, Name name) {
    return reply.files().stream()
        .filter(file -> file.surl().equals(Asking.surl(name.path())))
        .findFirst();
  }

  /** Ends the puts whose result is still unknown. */
  private void done(Map<Name, Puts.Open> open) {
    open.forEach(
        (name, one) -> {
          name.publishes(one.content());
          puts.isOpen(name, true);
        });
    boolean heardAll = true;
    for (int attempt = 0; attempt < ATTEMPTS && !open.isEmpty(); attempt++) {
      String token = open.values().iterator().next().token();
      Optional<SurlStatusesReply> reply = calls.done(token, paths(open.keySet()));
      for (Map.Entry<Name, Puts.Open> one : List.copyOf(open.entrySet())) {
        Optional<SrmStatus> told =
            reply
                .flatMap(some -> of(some, one.getKey()))
                .filter(code -> code != SrmStatus.INTERNAL_ERROR);
        if (told.isPresent()) {
          open.remove(one.getKey());
          concluded(one.getKey(), one.getValue(), told.get(), heardAll);
        }
      }
      heardAll = false;
      tools.scheduler().sleep(Duration.ofMillis(dice(5_000)));
    }
  }

  private static Optional<SrmStatus> of(SurlStatusesReply reply, Name name) {
    return reply.files().stream()
        .filter(file -> file.surl().equals(Asking.surl(name.path())))
        .map(SurlStatus::status)
        .map(status -> status.code())
        .findFirst();
  }

  /** While the other files are checksummed, the pin of this one may expire. */
  private void concluded(Name name, Puts.Open open, SrmStatus told, boolean heardAll) {
    new Conclusion(
            open.content(),
            tools.disk().leftOf(open.turl()),
            tools.scheduler().nanos() < open.end(),
            heardAll,
            puts.noRoom())
        .apply(name, told, puts::wrong);
    if (told == SrmStatus.FAILURE) {
      abort(name, open);
    }
  }

  /** Aborts one file; the others go on. */
  private void abort(Name name, Puts.Open open) {
    calls
        .abort(open.token(), List.of(name.path()))
        .flatMap(reply -> of(reply, name))
        .filter(told -> told == SrmStatus.SUCCESS)
        .ifPresent(
            told -> {
              name.refuses(open.content());
              name.isClosed();
            });
  }

  /**
   * Reads files, or asks for them to be brought online.
   *
   * @param online whether they are only brought online
   */
  void get(List<Name> names, boolean online) {
    Optional<GetReply> reply = online ? calls.bringOnline(paths(names)) : calls.get(paths(names));
    if (reply.isEmpty()) {
      return;
    }
    for (Name name : names) {
      Optional<GetFileStatus> file =
          reply.get().files().stream()
              .filter(one -> one.surl().equals(Asking.surl(name.path())))
              .findFirst();
      if (file.isPresent() && reads.isThere(name, file.get().status()) && !online) {
        String turl = file.get().turl().orElseThrow();
        reads.seen(name, tools.disk().read(turl).orElse(Name.ABSENT), "a read of several");
      }
    }
    if (reply.get().token().isPresent() && dice(2) == 0) {
      asking.release(reply.get());
    }
  }
}
