package org.bora.backend.audit;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bora.api.copy.CopyReply;
import org.bora.api.get.GetReply;
import org.bora.api.permission.EffectiveRightsReply;
import org.bora.api.permission.PermissionsReply;
import org.bora.api.put.PutReply;
import org.bora.api.request.LifetimesReply;
import org.bora.api.space.ChangeSpaceReply;
import org.bora.api.space.ReserveSpaceReply;
import org.bora.api.word.Reply;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SurlStatus;
import org.bora.api.word.SurlStatusesReply;

/**
 * The results of all items of a call. If the answer names files, these are the items: a requested
 * directory becomes its files. Otherwise the items are those of the request, each with its own
 * status or that of the whole call.
 */
final class Subjects {

  private Subjects() {}

  /** At least one. */
  static List<Subject> of(AuditedQuestion question, Reply reply) {
    List<Subject> named = named(reply).toList();
    if (!named.isEmpty()) {
      return named;
    }
    List<ReturnStatus> each = reply.statuses();
    List<AuditedQuestion.Pair> names = question.names();
    boolean byPlace = each.size() == names.size();
    return names.isEmpty()
        ? List.of(whole(reply))
        : IntStream.range(0, names.size())
            .mapToObj(i -> of(names.get(i), byPlace ? each.get(i) : reply.status()))
            .toList();
  }

  private static Subject of(AuditedQuestion.Pair name, ReturnStatus status) {
    return new Subject(Optional.of(name.surl()), name.to(), status, OptionalLong.empty());
  }

  private static Subject whole(Reply reply) {
    Subject whole = Subject.ofWhole(reply.status());
    return reply instanceof ReserveSpaceReply reserved
        ? new Subject(whole.surl(), whole.to(), whole.status(), reserved.guaranteed())
        : whole;
  }

  private static Stream<Subject> named(Reply reply) {
    return switch (reply) {
      case PutReply put ->
          put.files().stream().map(file -> Subject.of(file.surl(), file.status(), file.size()));
      case GetReply get ->
          get.files().stream().map(file -> Subject.of(file.surl(), file.status(), file.size()));
      case CopyReply copy ->
          copy.files().stream()
              .map(
                  file -> Subject.ofPair(file.source(), file.target(), file.status(), file.size()));
      case SurlStatusesReply surls -> named(surls.files());
      case ChangeSpaceReply change -> named(change.files());
      case LifetimesReply lives ->
          lives.files().stream().map(file -> Subject.of(file.surl(), file.status()));
      case PermissionsReply permissions ->
          permissions.files().stream().map(file -> Subject.of(file.surl(), file.status()));
      case EffectiveRightsReply rights ->
          rights.files().stream().map(file -> Subject.of(file.surl(), file.status()));
      default -> Stream.empty();
    };
  }

  private static Stream<Subject> named(List<SurlStatus> files) {
    return files.stream().map(file -> Subject.of(file.surl(), file.status()));
  }
}
