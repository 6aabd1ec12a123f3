package org.bora.client;

import java.io.IOException;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;

/** What replies mean for the one file that was asked about. */
final class Answers {

  private static final Set<String> WAITING =
      Set.of("SRM_REQUEST_QUEUED", "SRM_REQUEST_INPROGRESS", "SRM_REQUEST_SUSPENDED");
  private static final Set<String> READY =
      Set.of("SRM_SUCCESS", "SRM_FILE_PINNED", "SRM_SPACE_AVAILABLE", "SRM_FILE_IN_CACHE");
  private static final Set<String> FINE = Set.of("SRM_SUCCESS", "SRM_DONE", "SRM_RELEASED");
  private static final Pattern CODE = Pattern.compile("SRM_[A-Z_]{1,40}");
  private static final Pattern NUMBER = Pattern.compile("\\d{1,18}");
  private static final int LONGEST_REASON = 400;

  private Answers() {}

  /**
   * Of a request to read or write, or of its status. The status of the file counts; that of the
   * request where there is none.
   *
   * @param token known from an earlier answer
   */
  static SrmAnswer prepared(ReplyElement reply, Optional<String> token) throws IOException {
    ReplyElement whole = status(reply, "returnStatus");
    Optional<ReplyElement> file = file(reply);
    ReplyElement status =
        file.flatMap(element -> element.child("status")).filter(Answers::hasCode).orElse(whole);
    String code = code(status);
    Optional<String> ours = reply.text("requestToken").or(() -> token);
    Optional<String> turl = file.flatMap(element -> element.text("transferURL"));
    if (WAITING.contains(code)) {
      return new SrmAnswer.Queued(
          ours.orElseThrow(() -> new IOException("the server queues without a request token")),
          number(file, "estimatedWaitTime"));
    }
    if (!READY.contains(code)) {
      return refused(status);
    }
    if (turl.isEmpty()) {
      throw new IOException("the server says " + code + " and gives no transfer URL");
    }
    return new SrmAnswer.Ready(
        ours.orElseThrow(() -> new IOException("the server gives no request token")),
        turl.get(),
        size(file.orElseThrow()));
  }

  /** Of what ends a request: empty if it was done. */
  static Optional<SrmAnswer.Refused> ended(ReplyElement reply) throws IOException {
    ReplyElement whole = status(reply, "returnStatus");
    ReplyElement status =
        file(reply)
            .flatMap(element -> element.child("status"))
            .filter(Answers::hasCode)
            .orElse(whole);
    return FINE.contains(code(status)) ? Optional.empty() : Optional.of(refused(status));
  }

  private static Optional<ReplyElement> file(ReplyElement reply) {
    return reply.child("arrayOfFileStatuses").flatMap(statuses -> statuses.child("statusArray"));
  }

  private static SrmAnswer.Refused refused(ReplyElement status) throws IOException {
    String said = status.text("explanation").orElse("").replaceAll("[\\s\\p{Cc}]+", " ");
    String reason = said.substring(0, Math.min(said.length(), LONGEST_REASON));
    return new SrmAnswer.Refused(code(status), reason);
  }

  private static ReplyElement status(ReplyElement parent, String name) throws IOException {
    return parent
        .child(name)
        .filter(Answers::hasCode)
        .orElseThrow(() -> new IOException("the answer has no " + name));
  }

  private static boolean hasCode(ReplyElement status) {
    return status.text("statusCode").isPresent();
  }

  private static String code(ReplyElement status) throws IOException {
    String code = status.text("statusCode").orElse("");
    if (!CODE.matcher(code).matches()) {
      throw new IOException("the answer has a status that is none");
    }
    return code;
  }

  private static OptionalLong size(ReplyElement file) {
    return file.text("fileSize")
        .filter(text -> NUMBER.matcher(text).matches())
        .map(text -> OptionalLong.of(Long.parseLong(text)))
        .orElse(OptionalLong.empty());
  }

  private static OptionalInt number(Optional<ReplyElement> file, String name) {
    return file.flatMap(element -> element.text(name))
        .filter(text -> NUMBER.matcher(text).matches())
        .map(text -> OptionalInt.of((int) Math.min(Long.parseLong(text), Integer.MAX_VALUE)))
        .orElse(OptionalInt.empty());
  }
}
