package org.bora.frontend.dispatch;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.bora.api.Catalogue;
import org.bora.api.Operation;
import org.bora.api.accesskey.ChangeAccessKeyRequest;
import org.bora.api.accesskey.ChangeAccessKeyRequest.Change;
import org.bora.api.accesskey.CreateAccessKeyRequest;
import org.bora.api.accesskey.ListAccessKeysRequest;
import org.bora.api.accesskey.SigningKeyRequest;
import org.bora.api.bearer.DayKeysRequest;
import org.bora.api.copy.CopyRequest;
import org.bora.api.copy.CopyStatusRequest;
import org.bora.api.damage.DamageReport;
import org.bora.api.directory.AnnotateRequest;
import org.bora.api.directory.LsRequest;
import org.bora.api.directory.MkdirRequest;
import org.bora.api.directory.MvRequest;
import org.bora.api.directory.NoteRequest;
import org.bora.api.directory.NotesRequest;
import org.bora.api.directory.OrderedLsRequest;
import org.bora.api.directory.RmRequest;
import org.bora.api.directory.RmdirRequest;
import org.bora.api.directory.StatusOfLsRequest;
import org.bora.api.discovery.TransferProtocolsRequest;
import org.bora.api.get.GetRequest;
import org.bora.api.permission.SetPermissionRequest;
import org.bora.api.put.PutDoneRequest;
import org.bora.api.put.PutRequest;
import org.bora.api.request.AbortFilesRequest;
import org.bora.api.request.AbortRequest;
import org.bora.api.request.DescriptionRequest;
import org.bora.api.request.ExtendRequest;
import org.bora.api.request.ReleaseRequest;
import org.bora.api.request.StatusRequest;
import org.bora.api.request.TokenRequest;
import org.bora.api.request.TokensRequest;
import org.bora.api.space.ChangeSpaceRequest;
import org.bora.api.space.ExtendInSpaceRequest;
import org.bora.api.space.PurgeRequest;
import org.bora.api.space.ReleaseSpaceRequest;
import org.bora.api.space.ReserveSpaceRequest;
import org.bora.api.space.UpdateSpaceRequest;
import org.bora.api.turl.TurlUse;
import org.bora.api.word.Call;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.PermissionType;
import org.bora.api.word.Reply;
import org.bora.api.word.SourceFile;
import org.bora.api.word.Surl;
import org.bora.api.word.SurlsRequest;

/**
 * An operation of the catalogue and a question for it: there is one of each operation.
 *
 * @param operation that is asked for
 */
record OneOfEach<Q, R extends Reply>(Operation<Q, R> operation, Q question) {
  private static final Surl FILE = new Surl("srm://se.example/testvo/a");
  private static final List<Surl> FILES = List.of(FILE);
  private static final StatusRequest STATUS = new StatusRequest("t", FILES);
  private static final GetRequest GET =
      new GetRequest(
          FILES.stream().map(surl -> new SourceFile(surl, Optional.empty())).toList(),
          "",
          OptionalInt.empty(),
          OptionalInt.empty(),
          OptionalInt.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          List.of());
  private static final PutRequest PUT =
      new PutRequest(
          List.of(),
          "",
          OverwriteMode.NEVER,
          Optional.empty(),
          OptionalInt.empty(),
          OptionalInt.empty(),
          OptionalInt.empty(),
          Optional.empty(),
          Optional.empty(),
          List.of());

  private static final CopyRequest COPY =
      new CopyRequest(
          List.of(),
          "",
          OverwriteMode.NEVER,
          OptionalInt.empty(),
          OptionalInt.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty());
  private static final ReserveSpaceRequest RESERVE =
      new ReserveSpaceRequest(
          "",
          Optional.empty(),
          OptionalLong.empty(),
          OptionalLong.empty(),
          OptionalInt.empty(),
          List.of(),
          List.of());

  private static final TurlUse TURL_USE =
      new TurlUse(TurlUse.Step.LOOK, false, "t", FILES.getFirst(), "::1", "a", 0, false);

  /** May be asked of another backend. */
  static final List<OneOfEach<?, ?>> REPEATED =
      List.of(
          new OneOfEach<>(Catalogue.PUT_DONE, new PutDoneRequest("t", FILES)),
          new OneOfEach<>(Catalogue.PREPARE_TO_GET, GET),
          new OneOfEach<>(Catalogue.BRING_ONLINE, GET),
          new OneOfEach<>(
              Catalogue.UPDATE_SPACE,
              new UpdateSpaceRequest(
                  "s", OptionalLong.of(1), OptionalLong.empty(), OptionalInt.empty())),
          new OneOfEach<>(Catalogue.CHANGE_SPACE_FOR_FILES, new ChangeSpaceRequest(FILES, "s")),
          new OneOfEach<>(Catalogue.GET_TRANSFER_PROTOCOLS, new TransferProtocolsRequest()),
          new OneOfEach<>(Catalogue.STAT, new SurlsRequest(FILES)),
          new OneOfEach<>(Catalogue.DAY_KEYS, new DayKeysRequest()),
          new OneOfEach<>(Catalogue.USE_TURL, TURL_USE),
          new OneOfEach<>(Catalogue.OPEN, new SurlsRequest(FILES)),
          new OneOfEach<>(
              Catalogue.LS_IN_ORDER, new OrderedLsRequest(FILE, "", "", 10, Optional.empty())),
          new OneOfEach<>(
              Catalogue.ANNOTATE,
              new AnnotateRequest(FILE, "s3", Optional.empty(), Optional.of("t=a"))),
          new OneOfEach<>(Catalogue.DIRECTORY_NOTE, new NoteRequest(FILE, "s3.cors")),
          new OneOfEach<>(Catalogue.NOTES, new NotesRequest(FILE, FILES, "kept.dav")),
          new OneOfEach<>(
              Catalogue.REPORT_DAMAGE,
              new DamageReport(FILE, Optional.of("id"), "00000001", "00000002", "HTTP")),
          new OneOfEach<>(Catalogue.QUOTAS, new SurlsRequest(FILES)),
          new OneOfEach<>(Catalogue.SIGNING_KEY, new SigningKeyRequest("k", "20260101", "r", "s3")),
          new OneOfEach<>(Catalogue.LIST_ACCESS_KEYS, new ListAccessKeysRequest()),
          new OneOfEach<>(
              Catalogue.CHANGE_ACCESS_KEY, new ChangeAccessKeyRequest("k", Change.ROTATE)),
          new OneOfEach<>(Catalogue.LS, listing()),
          new OneOfEach<>(Catalogue.SET_PERMISSION, permission()),
          new OneOfEach<>(Catalogue.STATUS_OF_PUT, STATUS),
          new OneOfEach<>(Catalogue.STATUS_OF_GET, STATUS),
          new OneOfEach<>(Catalogue.STATUS_OF_BRING_ONLINE, STATUS),
          new OneOfEach<>(
              Catalogue.RELEASE_FILES, new ReleaseRequest(Optional.of("t"), FILES, false)),
          new OneOfEach<>(Catalogue.ABORT_REQUEST, new AbortRequest("t")),
          new OneOfEach<>(Catalogue.FORGET_REQUEST, new TokenRequest("t")),
          new OneOfEach<>(Catalogue.ABORT_FILES, new AbortFilesRequest("t", FILES)),
          new OneOfEach<>(
              Catalogue.STATUS_OF_LS,
              new StatusOfLsRequest("t", OptionalInt.empty(), OptionalInt.empty())),
          new OneOfEach<>(Catalogue.GET_PERMISSION, new SurlsRequest(FILES)),
          new OneOfEach<>(Catalogue.CHECK_PERMISSION, new SurlsRequest(FILES)),
          new OneOfEach<>(Catalogue.SUSPEND_REQUEST, new TokenRequest("t")),
          new OneOfEach<>(Catalogue.RESUME_REQUEST, new TokenRequest("t")),
          new OneOfEach<>(Catalogue.GET_REQUEST_SUMMARY, new TokensRequest(List.of("t"))),
          new OneOfEach<>(Catalogue.GET_REQUEST_TOKENS, new DescriptionRequest(Optional.empty())),
          new OneOfEach<>(
              Catalogue.EXTEND_FILE_LIFE_TIME,
              new ExtendRequest(Optional.empty(), FILES, OptionalInt.of(1), OptionalInt.empty())),
          new OneOfEach<>(Catalogue.STATUS_OF_RESERVE_SPACE, new TokenRequest("t")),
          new OneOfEach<>(Catalogue.STATUS_OF_UPDATE_SPACE, new TokenRequest("t")),
          new OneOfEach<>(Catalogue.STATUS_OF_CHANGE_SPACE_FOR_FILES, new TokenRequest("t")),
          new OneOfEach<>(
              Catalogue.EXTEND_FILE_LIFE_TIME_IN_SPACE,
              new ExtendInSpaceRequest("s", FILES, OptionalInt.empty())),
          new OneOfEach<>(Catalogue.STATUS_OF_COPY, new CopyStatusRequest("t", FILES, FILES)),
          new OneOfEach<>(Catalogue.GET_SPACE_TOKENS, new DescriptionRequest(Optional.empty())),
          new OneOfEach<>(Catalogue.GET_SPACE_META_DATA, new TokensRequest(List.of("t"))));

  /** Begin or end something, so they are sent once. */
  static final List<OneOfEach<?, ?>> SENT_ONCE =
      List.of(
          new OneOfEach<>(
              Catalogue.CREATE_ACCESS_KEY,
              new CreateAccessKeyRequest("", OptionalLong.empty(), Optional.empty())),
          new OneOfEach<>(Catalogue.MKDIR, new MkdirRequest(FILE)),
          new OneOfEach<>(Catalogue.RMDIR, new RmdirRequest(FILE, false)),
          new OneOfEach<>(Catalogue.RM, new RmRequest(FILES)),
          new OneOfEach<>(Catalogue.MV, new MvRequest(FILE, FILE)),
          new OneOfEach<>(Catalogue.PREPARE_TO_PUT, PUT),
          new OneOfEach<>(Catalogue.BEGIN_UPLOAD, PUT),
          new OneOfEach<>(Catalogue.COPY, COPY),
          new OneOfEach<>(Catalogue.RESERVE_SPACE, RESERVE),
          new OneOfEach<>(Catalogue.RELEASE_SPACE, new ReleaseSpaceRequest("s", false)),
          new OneOfEach<>(Catalogue.PURGE_FROM_SPACE, new PurgeRequest(FILES, "s")));

  String name() {
    return operation.name();
  }

  R ask(RemoteBackend backend, Call call) {
    return backend.call(operation, call, question);
  }

  static LsRequest listing() {
    return new LsRequest(
        FILES,
        false,
        false,
        OptionalInt.empty(),
        OptionalInt.empty(),
        OptionalInt.empty(),
        Optional.empty());
  }

  private static SetPermissionRequest permission() {
    return new SetPermissionRequest(
        FILE, PermissionType.CHANGE, Optional.empty(), Optional.empty(), List.of(), List.of());
  }
}
