package org.bora.backend.audit;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.bora.api.accesskey.ChangeAccessKeyRequest;
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
import org.bora.api.put.PutFile;
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
import org.bora.api.word.Surl;
import org.bora.api.word.SurlsRequest;

/**
 * What a request names, for every operation.
 *
 * @param names SURLs in the order of the request
 * @param token of the request that it is about
 * @param space token of the space that it is about
 * @param detail other distinguishing details, in a few words: {@code recursive}
 */
record AuditedQuestion(
    List<Pair> names, Optional<String> token, Optional<String> space, Optional<String> detail) {

  private static final int LONGEST_KEY = 40;

  /** A name, and the target name if something is moved or copied. */
  record Pair(Surl surl, Optional<Surl> to) {}

  AuditedQuestion {
    names = List.copyOf(names);
    Objects.requireNonNull(token, "token");
    Objects.requireNonNull(space, "space");
    Objects.requireNonNull(detail, "detail");
  }

  /**
   * Reads a request.
   *
   * @throws IllegalArgumentException for the request of a new operation that is missing here
   */
  static AuditedQuestion of(Object request) {
    return switch (request) {
      case PutRequest put ->
          surls(put.files().stream().map(PutFile::target).flatMap(Optional::stream).toList())
              .in(put.spaceToken())
              .as("overwrite " + put.overwrite().name());
      case GetRequest get -> surls(get.surls()).in(get.spaceToken());
      case CopyRequest copy -> copy(copy);
      case LsRequest ls -> surls(ls.surls());
      case OrderedLsRequest ls -> surls(List.of(ls.directory()));
      case AnnotateRequest note -> surls(List.of(note.surl())).as("note " + note.note());
      case NoteRequest note -> surls(List.of(note.surl())).as("note " + note.note());
      case NotesRequest notes -> surls(List.of(notes.surl())).as("note " + notes.note());
      case RmRequest rm -> surls(rm.surls());
      case MkdirRequest mkdir -> pairs(List.of(new Pair(mkdir.surl(), mkdir.becomes())));
      case RmdirRequest rmdir ->
          surls(List.of(rmdir.surl())).as(rmdir.recursive() ? "recursive" : "");
      case MvRequest mv -> pairs(List.of(new Pair(mv.from(), Optional.of(mv.to()))));
      case SetPermissionRequest set -> surls(List.of(set.surl())).as(permissions(set));
      case PutDoneRequest done -> surls(done.surls()).about(done.token());
      case ReleaseRequest release ->
          surls(release.surls()).about(release.token()).as(release.remove() ? "remove" : "");
      case AbortFilesRequest abort -> surls(abort.surls()).about(abort.token());
      case ExtendRequest extend -> surls(extend.surls()).about(extend.token());
      case AbortRequest abort -> surls(List.of()).about(abort.token());
      case StatusRequest status -> surls(List.of()).about(status.token());
      case StatusOfLsRequest status -> surls(List.of()).about(status.token());
      case CopyStatusRequest status -> surls(List.of()).about(status.token());
      default -> ofSpace(request);
    };
  }

  private static AuditedQuestion ofSpace(Object request) {
    return switch (request) {
      case ReserveSpaceRequest _ -> surls(List.of());
      case UpdateSpaceRequest update -> surls(List.of()).in(Optional.of(update.spaceToken()));
      case ReleaseSpaceRequest release ->
          surls(List.of()).in(Optional.of(release.spaceToken())).as(release.force() ? "force" : "");
      case ChangeSpaceRequest change -> surls(change.surls()).in(Optional.of(change.spaceToken()));
      case ExtendInSpaceRequest extend ->
          surls(extend.surls()).in(Optional.of(extend.spaceToken()));
      case PurgeRequest purge -> surls(purge.surls()).in(Optional.of(purge.spaceToken()));
      default -> ofWords(request);
    };
  }

  /** Requests that several operations have. */
  private static AuditedQuestion ofWords(Object request) {
    return switch (request) {
      case TokenRequest one -> surls(List.of()).about(one.token());
      case TokensRequest several -> surls(List.of()).as(String.join(" ", several.tokens()));
      case SurlsRequest files -> surls(files.surls());
      case TurlUse use ->
          surls(List.of(use.surl()))
              .about(use.request())
              .as(
                  (use.writes() ? "put " : "get ")
                      + use.step().name().toLowerCase(Locale.ROOT)
                      + (use.whole() ? " whole" : ""));
      case DamageReport damage -> surls(List.of(damage.surl())).as(damage.door() + " door");
      case DescriptionRequest _, TransferProtocolsRequest _, DayKeysRequest _ -> surls(List.of());
      default -> ofAccessKey(request);
    };
  }

  private static AuditedQuestion ofAccessKey(Object request) {
    return switch (request) {
      case SigningKeyRequest signing -> key(signing.accessKey());
      case CreateAccessKeyRequest _, ListAccessKeysRequest _ -> surls(List.of());
      case ChangeAccessKeyRequest change ->
          key(change.id() + " " + change.change().name().toLowerCase(Locale.ROOT));
      default ->
          throw new IllegalArgumentException(
              "the audit log does not know what " + request.getClass().getName() + " names");
    };
  }

  /** The text came from a client and may be anything. */
  private static AuditedQuestion key(String id) {
    return surls(List.of()).as("key " + id.substring(0, Math.min(id.length(), LONGEST_KEY)));
  }

  private static AuditedQuestion copy(CopyRequest copy) {
    return pairs(
            copy.files().stream()
                .map(file -> new Pair(file.source(), Optional.of(file.target())))
                .toList())
        .in(copy.spaceToken())
        .as("overwrite " + copy.overwrite().name());
  }

  private static String permissions(SetPermissionRequest set) {
    return set.type().name()
        + set.owner().map(mode -> " owner " + mode).orElse("")
        + set.other().map(mode -> " other " + mode).orElse("")
        + (set.users().isEmpty() ? "" : " users " + set.users())
        + (set.groups().isEmpty() ? "" : " groups " + set.groups());
  }

  private static AuditedQuestion surls(List<Surl> surls) {
    return pairs(surls.stream().map(surl -> new Pair(surl, Optional.empty())).toList());
  }

  private static AuditedQuestion pairs(List<Pair> names) {
    return new AuditedQuestion(names, Optional.empty(), Optional.empty(), Optional.empty());
  }

  private AuditedQuestion about(Optional<String> request) {
    return new AuditedQuestion(names, request, space, detail);
  }

  private AuditedQuestion about(String request) {
    return about(Optional.of(request));
  }

  private AuditedQuestion in(Optional<String> ofSpace) {
    return new AuditedQuestion(names, token, ofSpace, detail);
  }

  private AuditedQuestion as(String words) {
    return new AuditedQuestion(
        names, token, space, words.isEmpty() ? Optional.empty() : Optional.of(words));
  }
}
