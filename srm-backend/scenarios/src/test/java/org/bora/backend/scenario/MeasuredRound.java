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
import org.bora.api.Catalogue;
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
import org.bora.api.request.DescriptionRequest;
import org.bora.api.request.ExtendRequest;
import org.bora.api.request.ReleaseRequest;
import org.bora.api.request.StatusRequest;
import org.bora.api.request.TokenRequest;
import org.bora.api.request.TokensRequest;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.SourceFile;
import org.bora.api.word.Surl;
import org.bora.api.word.SurlsRequest;
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
            () ->
                site.puts.call(
                    Catalogue.PREPARE_TO_PUT, on.call(), put(OverwriteMode.NEVER, names)));
    StatusRequest question = new StatusRequest(put.token().orElseThrow(), List.of());
    cost(
        "srmStatusOfPutRequest |",
        () -> site.puts.call(Catalogue.STATUS_OF_PUT, on.call(), question));
    cost("srmExtendFileLifeTime | pins of a put", () -> extend(put.token()));
    cost("srmPutDone | new files", () -> site.puts.call(Catalogue.PUT_DONE, on.call(), done(put)));
    return put;
  }

  private void read(PutReply put) throws SQLException {
    GetReply got =
        cost(
            "srmPrepareToGet |",
            () -> site.gets.call(Catalogue.PREPARE_TO_GET, on.call(), get(names)));
    String token = got.token().orElseThrow();
    StatusRequest question = new StatusRequest(token, List.of());
    cost(
        "srmStatusOfGetRequest |",
        () -> site.gets.call(Catalogue.STATUS_OF_GET, on.call(), question));
    cost("srmExtendFileLifeTime | pins of a get", () -> extend(got.token()));
    cost("srmExtendFileLifeTime | files", () -> extend(Optional.empty()));
    cost(
        "srmGetRequestSummary | puts",
        () ->
            site.requests.call(
                Catalogue.GET_REQUEST_SUMMARY,
                on.call(),
                new TokensRequest(List.of(put.token().orElseThrow()))));
    cost(
        "srmGetRequestSummary | puts and gets",
        () ->
            site.requests.call(
                Catalogue.GET_REQUEST_SUMMARY,
                on.call(),
                new TokensRequest(List.of(put.token().orElseThrow(), token))));
    cost(
        "srmGetRequestTokens |",
        () ->
            site.requests.call(
                Catalogue.GET_REQUEST_TOKENS, on.call(), new DescriptionRequest(Optional.empty())));
    cost(
        "srmReleaseFiles | by token",
        () ->
            site.requests.call(
                Catalogue.RELEASE_FILES,
                on.call(),
                new ReleaseRequest(got.token(), List.of(), false)));
    cost(
        "srmReleaseFiles | again, by name",
        () ->
            site.requests.call(
                Catalogue.RELEASE_FILES,
                on.call(),
                new ReleaseRequest(Optional.empty(), surls, false)));
  }

  private void wait(PutReply put) throws SQLException {
    cost(
        "srmBringOnline |",
        () -> site.bringOnline.call(Catalogue.BRING_ONLINE, on.call(), get(names)));
    GetReply waiting =
        cost(
            "srmBringOnline | deferred",
            () -> site.bringOnline.call(Catalogue.BRING_ONLINE, on.call(), deferred()));
    String token = waiting.token().orElseThrow();
    StatusRequest question = new StatusRequest(token, List.of());
    cost(
        "srmStatusOfBringOnlineRequest |",
        () -> site.bringOnline.call(Catalogue.STATUS_OF_BRING_ONLINE, on.call(), question));
    cost(
        "srmSuspendRequest |",
        () -> site.requests.call(Catalogue.SUSPEND_REQUEST, on.call(), new TokenRequest(token)));
    cost(
        "srmResumeRequest |",
        () -> site.requests.call(Catalogue.RESUME_REQUEST, on.call(), new TokenRequest(token)));
    cost(
        "srmAbortFiles | of a bringOnline",
        () ->
            site.requests.call(
                Catalogue.ABORT_FILES, on.call(), new AbortFilesRequest(token, surls)));
    cost(
        "srmAbortRequest | finished",
        () ->
            site.requests.call(
                Catalogue.ABORT_REQUEST, on.call(), new AbortRequest(put.token().orElseThrow())));
  }

  private void overwrite() throws SQLException {
    PutReply over =
        cost(
            "srmPrepareToPut | announced, over old files",
            () ->
                site.puts.call(
                    Catalogue.PREPARE_TO_PUT, on.call(), put(OverwriteMode.ALWAYS, 3, names)));
    over.files().forEach(file -> SmallSite.write(file.turl().orElseThrow(), "abc"));
    cost(
        "srmPutDone | over old files",
        () -> site.puts.call(Catalogue.PUT_DONE, on.call(), done(over)));
    PutReply last =
        site.puts.call(Catalogue.PREPARE_TO_PUT, on.call(), put(OverwriteMode.ALWAYS, names));
    cost(
        "srmAbortRequest | of a put",
        () ->
            site.requests.call(
                Catalogue.ABORT_REQUEST, on.call(), new AbortRequest(last.token().orElseThrow())));
  }

  private void look() throws SQLException {
    done("srmLs | one file", () -> on.ls(names[0], 0));
    done("srmLs | a directory", () -> on.ls("", 1));
    done(
        "srmGetSpaceTokens |",
        () ->
            on.spaces.call(
                Catalogue.GET_SPACE_TOKENS, on.call(), new DescriptionRequest(Optional.of("VO"))));
    done(
        "srmGetSpaceMetaData |",
        () ->
            on.spaces.call(
                Catalogue.GET_SPACE_META_DATA, on.call(), new TokensRequest(List.of("token-vo"))));
    done(
        "srmGetPermission |",
        () -> on.permissions.call(Catalogue.GET_PERMISSION, on.call(), new SurlsRequest(surls)));
    done(
        "srmCheckPermission |",
        () -> on.permissions.call(Catalogue.CHECK_PERMISSION, on.call(), new SurlsRequest(surls)));
  }

  private void change() throws SQLException {
    String directory = names[0] + "-dir";
    String moved = directory + "/moved";
    done("srmSetPermission |", () -> on.chmod(names[0]));
    done(
        "srmMkdir |",
        () -> on.directory.call(Catalogue.MKDIR, on.call(), new MkdirRequest(surl(directory))));
    done(
        "srmMv |",
        () ->
            on.directory.call(Catalogue.MV, on.call(), new MvRequest(surl(names[0]), surl(moved))));
    site.puts.call(
        Catalogue.PREPARE_TO_PUT, on.call(), put(OverwriteMode.NEVER, directory + "/new"));
    List<Surl> written = List.of(surl(directory + "/new"));
    done(
        "srmRm | being written",
        () -> on.directory.call(Catalogue.RM, on.call(), new RmRequest(written)));
    done(
        "srmRm | nothing there",
        () -> on.directory.call(Catalogue.RM, on.call(), new RmRequest(written)));
    done(
        "srmRm | one file",
        () -> on.directory.call(Catalogue.RM, on.call(), new RmRequest(List.of(surl(moved)))));
    done(
        "srmRmdir |",
        () ->
            on.directory.call(
                Catalogue.RMDIR, on.call(), new RmdirRequest(surl(directory), false)));
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
    return site.requests.call(
        Catalogue.EXTEND_FILE_LIFE_TIME,
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
