package org.bora.backend.scenario.model;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import org.bora.api.Catalogue;
import org.bora.api.directory.LsRequest;
import org.bora.api.directory.RmRequest;
import org.bora.api.get.GetFileStatus;
import org.bora.api.get.GetReply;
import org.bora.api.put.PutDoneRequest;
import org.bora.api.put.PutFileStatus;
import org.bora.api.put.PutReply;
import org.bora.api.request.AbortFilesRequest;
import org.bora.api.request.AbortRequest;
import org.bora.api.request.ReleaseRequest;
import org.bora.api.request.StatusRequest;
import org.bora.api.word.Call;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.Reply;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.Surl;
import org.bora.backend.authorise.NamedAccounts;
import org.bora.backend.database.Database;
import org.bora.backend.database.DatabaseSettings;
import org.bora.backend.listing.ListingSettings;
import org.bora.backend.operation.directory.DirectorySettings;
import org.bora.backend.operation.directory.Lister;
import org.bora.backend.operation.directory.LongListings;
import org.bora.backend.operation.directory.Ls;
import org.bora.backend.operation.directory.Rm;
import org.bora.backend.space.SpaceBooks;
import org.bora.backend.space.Sums;
import org.bora.backend.testing.SmallSite;
import org.bora.backend.testing.SteppedTime;
import org.bora.storage.spi.AreaTree;

/** Takes the steps on real backends: every step on another one, as behind a balancer. */
final class Server implements AutoCloseable {
  private static final long ANNOUNCED = 5;
  private static final List<String> CALLERS =
      List.of(SmallSite.ALICE, SmallSite.BOB, SmallSite.CAROL);

  /** The machine goes down here. */
  private static final class Dead extends Error {
    private static final long serialVersionUID = 1L;
  }

  /** A request as its caller knows it. */
  private record Known(
      int owner, boolean put, String token, List<String> names, Map<Integer, String> turls) {}

  private final Database database;
  private final SteppedTime time;
  private final AreaTree tree;
  private final List<SmallSite> backends = new ArrayList<>();
  private final List<Known> requests = new ArrayList<>();
  private String directory = "";
  private int taken;

  Server(DatabaseSettings settings, AreaTree tree, SteppedTime time) {
    database = new Database(settings);
    this.tree = tree;
    this.time = time;
    backends.add(new SmallSite(database, tree, time));
    backends.add(new SmallSite(database, tree, time));
  }

  /** Begins a new sequence, in a directory of its own. */
  void begin(String name) {
    directory = name + "/";
    requests.clear();
  }

  private Surl surl(String name) {
    return SmallSite.surl(directory + name);
  }

  private String[] below(List<String> names) {
    return names.stream().map(name -> directory + name).toArray(String[]::new);
  }

  Answer take(Step step) {
    SmallSite backend = backends.get(taken++ % backends.size());
    if (!(step instanceof Step.Killed(Step inside, String point, boolean after))) {
      return take(backend, step);
    }
    try (SmallSite mortal = new SmallSite(database, dyingAt(point, after), time)) {
      return take(mortal, inside);
    } catch (Dead _) {
      return Answer.NOTHING;
    }
  }

  private AreaTree dyingAt(String point, boolean after) {
    return (AreaTree)
        Proxy.newProxyInstance(
            AreaTree.class.getClassLoader(),
            new Class<?>[] {AreaTree.class},
            (_, called, arguments) -> {
              boolean here = called.getName().equals(point);
              if (here && !after) {
                throw new Dead();
              }
              try {
                Object result = called.invoke(tree, arguments);
                if (here) {
                  throw new Dead();
                }
                return result;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private Answer take(SmallSite site, Step step) {
    return switch (step) {
      case Step.PrepareToPut put -> put(site, put);
      case Step.Write write -> write(write);
      case Step.PutDone done ->
          whole(
              done.request(),
              known ->
                  site.puts.call(
                      Catalogue.PUT_DONE, call(site, known, done.caller()), done(known)));
      case Step.StatusOfPut status ->
          whole(
              status.request(),
              known ->
                  site.puts.call(
                      Catalogue.STATUS_OF_PUT, call(site, known, status.caller()), status(known)));
      case Step.PrepareToGet get -> get(site, get);
      case Step.StatusOfGet status ->
          whole(
              status.request(),
              known ->
                  site.gets.call(
                      Catalogue.STATUS_OF_GET, call(site, known, status.caller()), status(known)));
      case Step.ReleaseFiles release ->
          whole(
              release.request(),
              known ->
                  site.requests.call(
                      Catalogue.RELEASE_FILES,
                      call(site, known, release.caller()),
                      new ReleaseRequest(Optional.of(known.token()), List.of(), false)));
      case Step.AbortRequest abort ->
          whole(
              abort.request(),
              known ->
                  site.requests.call(
                      Catalogue.ABORT_REQUEST,
                      call(site, known, abort.caller()),
                      new AbortRequest(known.token())));
      case Step.AbortFile abort ->
          whole(
              abort.request(),
              known ->
                  site.requests.call(
                      Catalogue.ABORT_FILES,
                      call(site, known, abort.caller()),
                      new AbortFilesRequest(
                          known.token(),
                          List.of(surl(known.names().get(abort.file() % known.names().size()))))));
      case Step.Rm rm ->
          answer(rm(site).rm(call(site, rm.caller()), new RmRequest(List.of(surl(rm.name())))));
      case Step.Ls ls -> ls(site, ls);
      case Step.Pass pass -> {
        time.pass(pass.time());
        yield Answer.NOTHING;
      }
      case Step.Sweep _ -> {
        site.sweep.round();
        yield Answer.NOTHING;
      }
      case Step.Killed _ -> throw new IllegalArgumentException("nobody dies twice");
    };
  }

  private static Call call(SmallSite site, int caller) {
    return site.call(CALLERS.get(caller));
  }

  private static Call call(SmallSite site, Known known, int caller) {
    return call(site, caller == Step.OWNER ? known.owner() : caller);
  }

  private interface Asking {
    Reply about(Known request);
  }

  private Answer whole(int number, Asking asking) {
    Optional<Integer> request = Model.which(number, requests.size());
    return request.isEmpty()
        ? Answer.of(SrmStatus.INVALID_REQUEST)
        : answer(asking.about(requests.get(request.get())));
  }

  private static Answer answer(Reply reply) {
    return new Answer(
        reply.status().code(), reply.statuses().stream().map(status -> status.code()).toList());
  }

  private PutDoneRequest done(Known known) {
    return new PutDoneRequest(known.token(), known.names().stream().map(this::surl).toList());
  }

  private static StatusRequest status(Known known) {
    return new StatusRequest(known.token(), List.of());
  }

  private Answer put(SmallSite site, Step.PrepareToPut put) {
    OverwriteMode mode = put.replace() ? OverwriteMode.ALWAYS : OverwriteMode.NEVER;
    String[] names = below(put.names());
    PutReply reply =
        site.puts.call(
            Catalogue.PREPARE_TO_PUT,
            call(site, put.caller()),
            put.announce() ? SmallSite.put(mode, ANNOUNCED, names) : SmallSite.put(mode, names));
    Map<Integer, String> turls = new HashMap<>();
    for (int at = 0; at < names.length; at++) {
      PutFileStatus file = reply.files().get(at);
      int position = at;
      file.turl().ifPresent(turl -> turls.put(position, turl));
    }
    requests.add(new Known(put.caller(), true, reply.token().orElseThrow(), put.names(), turls));
    return answer(reply);
  }

  /** Only into a file that is there: a client whose TURL is gone is refused by its door. */
  private Answer write(Step.Write write) {
    Model.which(write.request(), requests.size())
        .map(requests::get)
        .filter(Known::put)
        .map(known -> known.turls().get(write.file() % known.names().size()))
        .filter(turl -> SmallSite.physical(turl).toFile().exists())
        .ifPresent(turl -> SmallSite.write(turl, write.content()));
    return Answer.NOTHING;
  }

  private Answer get(SmallSite site, Step.PrepareToGet get) {
    GetReply reply =
        site.gets.call(
            Catalogue.PREPARE_TO_GET, call(site, get.caller()), SmallSite.get(below(get.names())));
    requests.add(
        new Known(get.caller(), false, reply.token().orElseThrow(), get.names(), Map.of()));
    return new Answer(
        reply.status().code(),
        reply.files().stream().map(GetFileStatus::status).map(status -> status.code()).toList());
  }

  private static Rm rm(SmallSite site) {
    return new Rm(site.entrance, site.names, DirectorySettings.defaults());
  }

  private static Ls ls(SmallSite site) {
    DirectorySettings limits = DirectorySettings.defaults();
    Lister lister =
        new Lister(
            site.entrance, site.names, new NamedAccounts(), limits, site.time, Clock.systemUTC());
    LongListings never =
        new LongListings(
            lister, site.listings, ListingSettings.defaults(), site.time, Runnable::run);
    return new Ls(lister, never, limits, site.time);
  }

  /** What the books say the area holds: promised and used bytes, files. */
  Sums books() {
    SmallSite site = backends.getFirst();
    UUID own = SpaceBooks.ownSpace(site.locator.areas().getFirst());
    return site.transactions.read(sql -> site.books.sums(sql, own));
  }

  private Answer ls(SmallSite site, Step.Ls ls) {
    LsRequest request =
        new LsRequest(
            List.of(surl(ls.name())),
            true,
            false,
            OptionalInt.of(0),
            OptionalInt.empty(),
            OptionalInt.empty(),
            Optional.empty());
    return new Answer(
        SrmStatus.CUSTOM_STATUS, answer(ls(site).ls(call(site, ls.caller()), request)).files());
  }

  /** Ends all requests as their callers would, then lets another one have each name. */
  Optional<String> stuck() {
    SmallSite site = backends.getFirst();
    for (Known known : requests) {
      site.requests.call(
          Catalogue.ABORT_REQUEST, call(site, known.owner()), new AbortRequest(known.token()));
    }
    time.pass(Duration.ofHours(1));
    site.sweep.round();
    for (String name : StepSource.NAMES) {
      PutReply next =
          site.puts.call(
              Catalogue.PREPARE_TO_PUT,
              call(site, 0),
              SmallSite.put(OverwriteMode.ALWAYS, directory + name));
      SrmStatus told = next.files().getFirst().status().code();
      if (told != SrmStatus.SPACE_AVAILABLE) {
        return Optional.of(name + " is stuck: " + told);
      }
      site.requests.call(
          Catalogue.ABORT_REQUEST, call(site, 0), new AbortRequest(next.token().orElseThrow()));
    }
    return Optional.empty();
  }

  @Override
  public void close() {
    backends.forEach(SmallSite::close);
    database.close();
  }
}
