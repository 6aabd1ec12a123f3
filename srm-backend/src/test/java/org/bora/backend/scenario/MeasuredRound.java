package org.bora.backend.scenario;

import static org.bora.backend.testing.SmallSite.get;
import static org.bora.backend.testing.SmallSite.put;
import static org.bora.backend.testing.SmallSite.surl;

import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.bora.api.directory.MkdirRequest;
import org.bora.api.directory.MvRequest;
import org.bora.api.directory.RmRequest;
import org.bora.api.directory.RmdirRequest;
import org.bora.api.get.GetReply;
import org.bora.api.get.GetRequest;
import org.bora.api.put.PutDoneRequest;
import org.bora.api.put.PutReply;
import org.bora.api.request.AbortFilesRequest;
import org.bora.api.request.AbortRequest;
import org.bora.api.request.ExtendRequest;
import org.bora.api.request.ReleaseRequest;
import org.bora.api.request.StatusRequest;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.SourceFile;
import org.bora.api.word.Surl;
import org.bora.backend.testing.SmallSite;
import org.bora.backend.testing.StatementCount;
import org.bora.backend.testing.StatementCount.Count;

/** Every operation once, on files of this round, and what each cost. */
final class MeasuredRound {
  private final MeasuredSite on;
  private final SmallSite site;
  private final StatementCount counter;
  private final String[] names;
  private final List<Surl> surls;
  private final Map<String, Count> costs = new LinkedHashMap<>();

  MeasuredRound(MeasuredSite on, StatementCount counter, String... names) {
    this.on = on;
    this.site = on.site;
    this.counter = counter;
    this.names = names;
    this.surls = Stream.of(names).map(SmallSite::surl).toList();
  }

  private interface Step<T> {
    T run();
  }

  private <T> T cost(String row, Step<T> step) throws SQLException {
    Count before = counter.now();
    T result = step.run();
    costs.put(row, counter.now().since(before));
    return result;
  }

  /** What each call cost, by the first two cells of its row in the table. */
  Map<String, Count> run() throws SQLException {
    PutReply put = write();
    read(put);
    wait(put);
    overwrite();
    look();
    change();
    return costs;
  }

  private PutReply write() throws SQLException {
    PutReply put =
        cost(
            "srmPrepareToPut | new files",
            () -> site.puts.prepareToPut(on.call(), put(OverwriteMode.NEVER, names)));
    StatusRequest question = new StatusRequest(put.token().orElseThrow(), List.of());
    cost("srmStatusOfPutRequest |", () -> site.puts.statusOfPut(on.call(), question));
    cost("srmExtendFileLifeTime | pins of a put", () -> extend(put.token()));
    cost("srmPutDone | new files", () -> site.puts.putDone(on.call(), done(put)));
    return put;
  }

  private void read(PutReply put) throws SQLException {
    GetReply got = cost("srmPrepareToGet |", () -> site.gets.prepareToGet(on.call(), get(names)));
    String token = got.token().orElseThrow();
    StatusRequest question = new StatusRequest(token, List.of());
    cost("srmStatusOfGetRequest |", () -> site.gets.statusOfGet(on.call(), question));
    cost("srmExtendFileLifeTime | pins of a get", () -> extend(got.token()));
    cost("srmExtendFileLifeTime | files", () -> extend(Optional.empty()));
    cost(
        "srmGetRequestSummary | puts",
        () -> site.requests.getRequestSummary(on.call(), List.of(put.token().orElseThrow())));
    cost(
        "srmGetRequestSummary | puts and gets",
        () ->
            site.requests.getRequestSummary(on.call(), List.of(put.token().orElseThrow(), token)));
    cost(
        "srmGetRequestTokens |", () -> site.requests.getRequestTokens(on.call(), Optional.empty()));
    cost(
        "srmReleaseFiles | by token",
        () ->
            site.requests.releaseFiles(
                on.call(), new ReleaseRequest(got.token(), List.of(), false)));
    cost(
        "srmReleaseFiles | again, by name",
        () ->
            site.requests.releaseFiles(
                on.call(), new ReleaseRequest(Optional.empty(), surls, false)));
  }

  private void wait(PutReply put) throws SQLException {
    cost("srmBringOnline |", () -> site.bringOnline.bringOnline(on.call(), get(names)));
    GetReply waiting =
        cost(
            "srmBringOnline | deferred", () -> site.bringOnline.bringOnline(on.call(), deferred()));
    String token = waiting.token().orElseThrow();
    StatusRequest question = new StatusRequest(token, List.of());
    cost(
        "srmStatusOfBringOnlineRequest |",
        () -> site.bringOnline.statusOfBringOnline(on.call(), question));
    cost("srmSuspendRequest |", () -> site.requests.suspendRequest(on.call(), token));
    cost("srmResumeRequest |", () -> site.requests.resumeRequest(on.call(), token));
    cost(
        "srmAbortFiles | of a bringOnline",
        () -> site.requests.abortFiles(on.call(), new AbortFilesRequest(token, surls)));
    cost(
        "srmAbortRequest | finished",
        () -> site.requests.abortRequest(on.call(), new AbortRequest(put.token().orElseThrow())));
  }

  private void overwrite() throws SQLException {
    PutReply over =
        cost(
            "srmPrepareToPut | announced, over old files",
            () -> site.puts.prepareToPut(on.call(), put(OverwriteMode.ALWAYS, 3, names)));
    over.files().forEach(file -> SmallSite.write(file.turl().orElseThrow(), "abc"));
    cost("srmPutDone | over old files", () -> site.puts.putDone(on.call(), done(over)));
    PutReply last = site.puts.prepareToPut(on.call(), put(OverwriteMode.ALWAYS, names));
    cost(
        "srmAbortRequest | of a put",
        () -> site.requests.abortRequest(on.call(), new AbortRequest(last.token().orElseThrow())));
  }

  private void look() throws SQLException {
    done("srmLs | one file", () -> on.ls(names[0], 0));
    done("srmLs | a directory", () -> on.ls("", 1));
    done("srmGetSpaceTokens |", () -> on.spaces.getSpaceTokens(on.call(), Optional.of("VO")));
    done("srmGetSpaceMetaData |", () -> on.spaces.getSpaceMetaData(on.call(), List.of("token-vo")));
    done("srmGetPermission |", () -> on.permissions.getPermission(on.call(), surls));
    done("srmCheckPermission |", () -> on.permissions.checkPermission(on.call(), surls));
  }

  private void change() throws SQLException {
    String directory = names[0] + "-dir";
    String moved = directory + "/moved";
    done("srmSetPermission |", () -> on.chmod(names[0]));
    done("srmMkdir |", () -> on.directory.mkdir(on.call(), new MkdirRequest(surl(directory))));
    done("srmMv |", () -> on.directory.mv(on.call(), new MvRequest(surl(names[0]), surl(moved))));
    site.puts.prepareToPut(on.call(), put(OverwriteMode.NEVER, directory + "/new"));
    List<Surl> written = List.of(surl(directory + "/new"));
    done("srmRm | being written", () -> on.directory.rm(on.call(), new RmRequest(written)));
    done("srmRm | nothing there", () -> on.directory.rm(on.call(), new RmRequest(written)));
    done("srmRm | one file", () -> on.directory.rm(on.call(), new RmRequest(List.of(surl(moved)))));
    done(
        "srmRmdir |",
        () -> on.directory.rmdir(on.call(), new RmdirRequest(surl(directory), false)));
  }

  private void done(String row, Runnable step) throws SQLException {
    cost(
        row,
        () -> {
          step.run();
          return row;
        });
  }

  private PutDoneRequest done(PutReply reply) {
    return new PutDoneRequest(reply.token().orElseThrow(), surls);
  }

  private Object extend(Optional<String> token) {
    OptionalInt hour = OptionalInt.of(3600);
    OptionalInt none = OptionalInt.empty();
    return site.requests.extendFileLifeTime(
        on.call(),
        new ExtendRequest(
            token, surls, token.isPresent() ? none : hour, token.isPresent() ? hour : none));
  }

  private GetRequest deferred() {
    return new GetRequest(
        surls.stream().map(surl -> new SourceFile(surl, Optional.empty())).toList(),
        "",
        OptionalInt.of(3600),
        OptionalInt.empty(),
        OptionalInt.of(600),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of());
  }
}
