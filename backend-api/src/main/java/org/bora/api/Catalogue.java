package org.bora.api;

import static org.bora.api.Operation.enquiry;
import static org.bora.api.Operation.lengthy;
import static org.bora.api.Operation.read;
import static org.bora.api.Operation.status;
import static org.bora.api.Operation.write;
import static org.bora.api.Repetition.ALWAYS;
import static org.bora.api.Repetition.IF_TOLD;
import static org.bora.api.Repetition.NEVER;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bora.api.accesskey.AccessKeyReply;
import org.bora.api.accesskey.ChangeAccessKeyRequest;
import org.bora.api.accesskey.CreateAccessKeyRequest;
import org.bora.api.accesskey.ListAccessKeysRequest;
import org.bora.api.accesskey.SigningKeyReply;
import org.bora.api.accesskey.SigningKeyRequest;
import org.bora.api.bearer.DayKeysReply;
import org.bora.api.bearer.DayKeysRequest;
import org.bora.api.copy.CopyReply;
import org.bora.api.copy.CopyRequest;
import org.bora.api.copy.CopyStatusRequest;
import org.bora.api.damage.DamageReport;
import org.bora.api.directory.AnnotateRequest;
import org.bora.api.directory.LsReply;
import org.bora.api.directory.LsRequest;
import org.bora.api.directory.MkdirRequest;
import org.bora.api.directory.MvRequest;
import org.bora.api.directory.NoteReply;
import org.bora.api.directory.NoteRequest;
import org.bora.api.directory.NotesReply;
import org.bora.api.directory.NotesRequest;
import org.bora.api.directory.OrderedLsReply;
import org.bora.api.directory.OrderedLsRequest;
import org.bora.api.directory.RmRequest;
import org.bora.api.directory.RmdirRequest;
import org.bora.api.directory.StatReply;
import org.bora.api.directory.StatusOfLsRequest;
import org.bora.api.discovery.TransferProtocolsReply;
import org.bora.api.discovery.TransferProtocolsRequest;
import org.bora.api.get.GetReply;
import org.bora.api.get.GetRequest;
import org.bora.api.permission.EffectiveRightsReply;
import org.bora.api.permission.PermissionsReply;
import org.bora.api.permission.SetPermissionRequest;
import org.bora.api.put.PutDoneRequest;
import org.bora.api.put.PutReply;
import org.bora.api.put.PutRequest;
import org.bora.api.request.AbortFilesRequest;
import org.bora.api.request.AbortRequest;
import org.bora.api.request.DescriptionRequest;
import org.bora.api.request.ExtendRequest;
import org.bora.api.request.KnownRequestsReply;
import org.bora.api.request.LifetimesReply;
import org.bora.api.request.ReleaseRequest;
import org.bora.api.request.RequestSummariesReply;
import org.bora.api.request.StatusRequest;
import org.bora.api.request.TokenRequest;
import org.bora.api.request.TokensRequest;
import org.bora.api.space.ChangeSpaceReply;
import org.bora.api.space.ChangeSpaceRequest;
import org.bora.api.space.ExtendInSpaceRequest;
import org.bora.api.space.PurgeRequest;
import org.bora.api.space.QuotaReply;
import org.bora.api.space.ReleaseSpaceRequest;
import org.bora.api.space.ReserveSpaceReply;
import org.bora.api.space.ReserveSpaceRequest;
import org.bora.api.space.SpaceMetaDataReply;
import org.bora.api.space.SpaceTokensReply;
import org.bora.api.space.UpdateSpaceReply;
import org.bora.api.space.UpdateSpaceRequest;
import org.bora.api.turl.TurlReply;
import org.bora.api.turl.TurlUse;
import org.bora.api.word.Reply;
import org.bora.api.word.StatusReply;
import org.bora.api.word.SurlStatusesReply;
import org.bora.api.word.SurlsRequest;

/**
 * All operations that a frontend may ask a backend for. An operation that starts or ends something
 * is not repeated, unless the backend can tell that it has been done. A repeated get may leave a
 * request whose token no client knows. Its pins block no call, and end with their lifetime. An
 * upload in that state would block its name even for its owner.
 */
public final class Catalogue {
  private static final List<Operation<?, ?>> ENTRIES = new ArrayList<>();

  // discovery (GFD.129 section 6); srmPing is the frontend's own
  public static final Operation<TransferProtocolsRequest, TransferProtocolsReply>
      GET_TRANSFER_PROTOCOLS =
          entry(
              enquiry(
                  "srmGetTransferProtocols",
                  TransferProtocolsRequest.class,
                  TransferProtocolsReply.class));

  /**
   * The keys of macaroons and of transfer URLs of HTTPS, for our own doors, which make and check
   * them without asking for each. A door keeps them in memory for two minutes at most.
   */
  public static final Operation<DayKeysRequest, DayKeysReply> DAY_KEYS =
      entry(enquiry("dayKeys", DayKeysRequest.class, DayKeysReply.class));

  // directories (GFD.129 section 4); stat describes names to doors of other protocols
  public static final Operation<SurlsRequest, StatReply> STAT =
      entry(read("stat", SurlsRequest.class, StatReply.class));
  public static final Operation<LsRequest, LsReply> LS =
      entry(read("srmLs", LsRequest.class, LsReply.class).inPages());
  public static final Operation<StatusOfLsRequest, LsReply> STATUS_OF_LS =
      entry(status("srmStatusOfLsRequest", StatusOfLsRequest.class, LsReply.class).inPages());

  /** A directory in the order of names, for doors of object stores. */
  public static final Operation<OrderedLsRequest, OrderedLsReply> LS_IN_ORDER =
      entry(read("lsInOrder", OrderedLsRequest.class, OrderedLsReply.class));

  /**
   * Replaces a door's note on a file or directory if it is still the one that the door has read;
   * otherwise SRM_FILE_BUSY.
   */
  public static final Operation<AnnotateRequest, StatusReply> ANNOTATE =
      entry(write("annotate", AnnotateRequest.class, StatusReply.class, ALWAYS));

  /**
   * A door's note on a directory, for the door itself, without rules: the door needs it before it
   * knows the caller ({@link SigningKeyRequest#unproven}).
   */
  public static final Operation<NoteRequest, NoteReply> DIRECTORY_NOTE =
      entry(enquiry("directoryNote", NoteRequest.class, NoteReply.class));

  /** A note of a door on names that the caller may list. */
  public static final Operation<NotesRequest, NotesReply> NOTES =
      entry(read("notes", NotesRequest.class, NotesReply.class));

  /**
   * A door has read a damaged file. What the rules are is not asked: the door was allowed to read
   * the file, and the report counts only for bytes that are there now.
   */
  public static final Operation<DamageReport, StatusReply> REPORT_DAMAGE =
      entry(write("reportDamage", DamageReport.class, StatusReply.class, ALWAYS));

  public static final Operation<MkdirRequest, StatusReply> MKDIR =
      entry(write("srmMkdir", MkdirRequest.class, StatusReply.class, NEVER));
  public static final Operation<RmdirRequest, StatusReply> RMDIR =
      entry(write("srmRmdir", RmdirRequest.class, StatusReply.class, NEVER));
  public static final Operation<RmRequest, SurlStatusesReply> RM =
      entry(write("srmRm", RmRequest.class, SurlStatusesReply.class, NEVER));
  public static final Operation<MvRequest, StatusReply> MV =
      entry(write("srmMv", MvRequest.class, StatusReply.class, NEVER));

  // permissions (GFD.129 section 3)
  public static final Operation<SetPermissionRequest, StatusReply> SET_PERMISSION =
      entry(write("srmSetPermission", SetPermissionRequest.class, StatusReply.class, ALWAYS));
  public static final Operation<SurlsRequest, PermissionsReply> GET_PERMISSION =
      entry(read("srmGetPermission", SurlsRequest.class, PermissionsReply.class));
  public static final Operation<SurlsRequest, EffectiveRightsReply> CHECK_PERMISSION =
      entry(read("srmCheckPermission", SurlsRequest.class, EffectiveRightsReply.class));

  // writing (GFD.129 sections 5.5, 5.6 and 5.10); srmPutDone reads the whole file for its checksum
  public static final Operation<PutRequest, PutReply> PREPARE_TO_PUT =
      entry(write("srmPrepareToPut", PutRequest.class, PutReply.class, NEVER));

  /**
   * As srmPrepareToPut, for a door of ours that has the file system mounted: the TURL is a {@code
   * file:} URL of the hidden file, which {@link #PUT_DONE} publishes and {@link #ABORT_REQUEST}
   * removes. The door keeps it from clients.
   */
  public static final Operation<PutRequest, PutReply> BEGIN_UPLOAD =
      entry(write("beginUpload", PutRequest.class, PutReply.class, NEVER));

  public static final Operation<StatusRequest, PutReply> STATUS_OF_PUT =
      entry(status("srmStatusOfPutRequest", StatusRequest.class, PutReply.class));
  public static final Operation<PutDoneRequest, SurlStatusesReply> PUT_DONE =
      entry(lengthy("srmPutDone", PutDoneRequest.class, SurlStatusesReply.class, IF_TOLD));

  // reading and staging (GFD.129 sections 5.1 to 5.4)
  public static final Operation<GetRequest, GetReply> PREPARE_TO_GET =
      entry(write("srmPrepareToGet", GetRequest.class, GetReply.class, ALWAYS));

  /**
   * Where the bytes are that the caller may read now, for a door of ours that has the file system
   * mounted: the TURL of a file on disk is a {@code file:} URL. Nothing is pinned, and the reply
   * has no token. A file on tape is SRM_FILE_UNAVAILABLE.
   */
  public static final Operation<SurlsRequest, GetReply> OPEN =
      entry(read("open", SurlsRequest.class, GetReply.class));

  /**
   * A step of a transfer by a transfer URL of HTTPS, for our own doors. Whether the caller may is
   * not asked: the door has verified the URL, which was made for a request that was allowed.
   */
  public static final Operation<TurlUse, TurlReply> USE_TURL =
      entry(write("useTurl", TurlUse.class, TurlReply.class, ALWAYS));

  public static final Operation<StatusRequest, GetReply> STATUS_OF_GET =
      entry(status("srmStatusOfGetRequest", StatusRequest.class, GetReply.class));
  public static final Operation<GetRequest, GetReply> BRING_ONLINE =
      entry(write("srmBringOnline", GetRequest.class, GetReply.class, ALWAYS));
  public static final Operation<StatusRequest, GetReply> STATUS_OF_BRING_ONLINE =
      entry(status("srmStatusOfBringOnlineRequest", StatusRequest.class, GetReply.class));

  // requests of any kind (GFD.129 sections 5.9 and 5.11 to 5.17)
  public static final Operation<ReleaseRequest, SurlStatusesReply> RELEASE_FILES =
      entry(write("srmReleaseFiles", ReleaseRequest.class, SurlStatusesReply.class, ALWAYS));
  public static final Operation<AbortRequest, StatusReply> ABORT_REQUEST =
      entry(write("srmAbortRequest", AbortRequest.class, StatusReply.class, ALWAYS));
  public static final Operation<AbortFilesRequest, SurlStatusesReply> ABORT_FILES =
      entry(write("srmAbortFiles", AbortFilesRequest.class, SurlStatusesReply.class, ALWAYS));

  /**
   * Aborts all files of a bringOnline and deletes the request at once, for doors whose clients
   * delete requests. In a repeated call, an unknown token counts as already deleted.
   */
  public static final Operation<TokenRequest, StatusReply> FORGET_REQUEST =
      entry(write("forgetRequest", TokenRequest.class, StatusReply.class, IF_TOLD));

  public static final Operation<TokenRequest, StatusReply> SUSPEND_REQUEST =
      entry(write("srmSuspendRequest", TokenRequest.class, StatusReply.class, ALWAYS));
  public static final Operation<TokenRequest, StatusReply> RESUME_REQUEST =
      entry(write("srmResumeRequest", TokenRequest.class, StatusReply.class, ALWAYS));
  public static final Operation<TokensRequest, RequestSummariesReply> GET_REQUEST_SUMMARY =
      entry(status("srmGetRequestSummary", TokensRequest.class, RequestSummariesReply.class));
  public static final Operation<DescriptionRequest, KnownRequestsReply> GET_REQUEST_TOKENS =
      entry(status("srmGetRequestTokens", DescriptionRequest.class, KnownRequestsReply.class));
  public static final Operation<ExtendRequest, LifetimesReply> EXTEND_FILE_LIFE_TIME =
      entry(write("srmExtendFileLifeTime", ExtendRequest.class, LifetimesReply.class, ALWAYS));

  // spaces (GFD.129 section 2)
  public static final Operation<DescriptionRequest, SpaceTokensReply> GET_SPACE_TOKENS =
      entry(enquiry("srmGetSpaceTokens", DescriptionRequest.class, SpaceTokensReply.class));
  public static final Operation<TokensRequest, SpaceMetaDataReply> GET_SPACE_META_DATA =
      entry(enquiry("srmGetSpaceMetaData", TokensRequest.class, SpaceMetaDataReply.class));
  public static final Operation<ReserveSpaceRequest, ReserveSpaceReply> RESERVE_SPACE =
      entry(lengthy("srmReserveSpace", ReserveSpaceRequest.class, ReserveSpaceReply.class, NEVER));
  public static final Operation<TokenRequest, ReserveSpaceReply> STATUS_OF_RESERVE_SPACE =
      entry(status("srmStatusOfReserveSpaceRequest", TokenRequest.class, ReserveSpaceReply.class));
  public static final Operation<UpdateSpaceRequest, UpdateSpaceReply> UPDATE_SPACE =
      entry(lengthy("srmUpdateSpace", UpdateSpaceRequest.class, UpdateSpaceReply.class, ALWAYS));
  public static final Operation<TokenRequest, UpdateSpaceReply> STATUS_OF_UPDATE_SPACE =
      entry(status("srmStatusOfUpdateSpaceRequest", TokenRequest.class, UpdateSpaceReply.class));
  public static final Operation<ReleaseSpaceRequest, StatusReply> RELEASE_SPACE =
      entry(lengthy("srmReleaseSpace", ReleaseSpaceRequest.class, StatusReply.class, NEVER));
  public static final Operation<ChangeSpaceRequest, ChangeSpaceReply> CHANGE_SPACE_FOR_FILES =
      entry(
          lengthy(
              "srmChangeSpaceForFiles", ChangeSpaceRequest.class, ChangeSpaceReply.class, ALWAYS));
  public static final Operation<TokenRequest, ChangeSpaceReply> STATUS_OF_CHANGE_SPACE_FOR_FILES =
      entry(
          status(
              "srmStatusOfChangeSpaceForFilesRequest", TokenRequest.class, ChangeSpaceReply.class));
  public static final Operation<ExtendInSpaceRequest, LifetimesReply>
      EXTEND_FILE_LIFE_TIME_IN_SPACE =
          entry(
              lengthy(
                  "srmExtendFileLifeTimeInSpace",
                  ExtendInSpaceRequest.class,
                  LifetimesReply.class,
                  ALWAYS));
  public static final Operation<PurgeRequest, SurlStatusesReply> PURGE_FROM_SPACE =
      entry(lengthy("srmPurgeFromSpace", PurgeRequest.class, SurlStatusesReply.class, NEVER));

  /** How the caller stands with quotas in the areas of these names; SRM has no such question. */
  public static final Operation<SurlsRequest, QuotaReply> QUOTAS =
      entry(read("quotas", SurlsRequest.class, QuotaReply.class));

  // copying (GFD.129 sections 5.7 and 5.8): srmCopy only enters what is to be copied
  public static final Operation<CopyRequest, CopyReply> COPY =
      entry(write("srmCopy", CopyRequest.class, CopyReply.class, NEVER));
  public static final Operation<CopyStatusRequest, CopyReply> STATUS_OF_COPY =
      entry(status("srmStatusOfCopyRequest", CopyStatusRequest.class, CopyReply.class));

  // access keys of the S3 door, which have no counterpart in SRM

  /**
   * The signing key of a day for an access key, and the identity that the key stands for. The door
   * asks before it can prove anything: {@link SigningKeyRequest#unproven} is the caller.
   */
  public static final Operation<SigningKeyRequest, SigningKeyReply> SIGNING_KEY =
      entry(enquiry("signingKey", SigningKeyRequest.class, SigningKeyReply.class));

  /**
   * A lost answer contains the secret, so a client that repeats the call gives the same name again.
   */
  public static final Operation<CreateAccessKeyRequest, AccessKeyReply> CREATE_ACCESS_KEY =
      entry(write("createAccessKey", CreateAccessKeyRequest.class, AccessKeyReply.class, NEVER));

  public static final Operation<ListAccessKeysRequest, AccessKeyReply> LIST_ACCESS_KEYS =
      entry(read("listAccessKeys", ListAccessKeysRequest.class, AccessKeyReply.class));

  /** In a repeated removal, a missing key counts as removed. */
  public static final Operation<ChangeAccessKeyRequest, AccessKeyReply> CHANGE_ACCESS_KEY =
      entry(write("changeAccessKey", ChangeAccessKeyRequest.class, AccessKeyReply.class, IF_TOLD));

  /** All of them, in the order above. */
  public static final List<Operation<?, ?>> ALL = List.copyOf(ENTRIES);

  private static final Set<String> ENQUIRIES =
      Stream.concat(
              Stream.of("srmPing"), ALL.stream().filter(Operation::isEnquiry).map(Operation::name))
          .collect(Collectors.toUnmodifiableSet());

  private Catalogue() {}

  private static <Q, R extends Reply> Operation<Q, R> entry(Operation<Q, R> operation) {
    ENTRIES.add(operation);
    return operation;
  }

  /**
   * Whether the operation of that name is an {@linkplain Operation#isEnquiry enquiry}. srmPing is
   * one too, which frontends answer themselves.
   */
  public static boolean isEnquiry(String name) {
    return ENQUIRIES.contains(name);
  }
}
