package org.bora.client;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;
import org.bora.contract.ArrayOfTGetRequestFileStatus;
import org.bora.contract.ArrayOfTPutRequestFileStatus;
import org.bora.contract.ArrayOfTSURLReturnStatus;
import org.bora.contract.SrmPrepareToGetResponse;
import org.bora.contract.SrmPrepareToPutResponse;
import org.bora.contract.SrmStatusOfGetRequestResponse;
import org.bora.contract.SrmStatusOfPutRequestResponse;
import org.bora.contract.TReturnStatus;

/** What replies mean for the one file that was asked about. Any of their fields may be absent. */
final class FileAnswers {

  private static final Set<String> WAITING =
      Set.of("SRM_REQUEST_QUEUED", "SRM_REQUEST_INPROGRESS", "SRM_REQUEST_SUSPENDED");
  private static final Set<String> READY =
      Set.of("SRM_SUCCESS", "SRM_FILE_PINNED", "SRM_SPACE_AVAILABLE", "SRM_FILE_IN_CACHE");
  private static final Set<String> FINE = Set.of("SRM_SUCCESS", "SRM_DONE", "SRM_RELEASED");
  private static final Pattern CODE = Pattern.compile("SRM_[A-Z_]{1,40}");
  private static final int LONGEST_REASON = 400;

  private FileAnswers() {}

  /** What a reply says of one file. */
  private record FileState(TReturnStatus status, Long size, Integer waitSeconds, String turl) {

    static Optional<FileState> of(ArrayOfTGetRequestFileStatus files) {
      return first(files == null ? List.of() : files.getStatusArray())
          .map(
              file ->
                  new FileState(
                      file.getStatus(),
                      file.getFileSize(),
                      file.getEstimatedWaitTime(),
                      file.getTransferURL()));
    }

    static Optional<FileState> of(ArrayOfTPutRequestFileStatus files) {
      return first(files == null ? List.of() : files.getStatusArray())
          .map(
              file ->
                  new FileState(
                      file.getStatus(),
                      file.getFileSize(),
                      file.getEstimatedWaitTime(),
                      file.getTransferURL()));
    }
  }

  static SrmAnswer of(SrmPrepareToGetResponse reply) throws IOException {
    return prepared(
        reply.getReturnStatus(),
        text(reply.getRequestToken()),
        FileState.of(reply.getArrayOfFileStatuses()));
  }

  static SrmAnswer of(SrmPrepareToPutResponse reply) throws IOException {
    return prepared(
        reply.getReturnStatus(),
        text(reply.getRequestToken()),
        FileState.of(reply.getArrayOfFileStatuses()));
  }

  /**
   * @param token of the request that was asked about
   */
  static SrmAnswer of(SrmStatusOfGetRequestResponse reply, String token) throws IOException {
    return prepared(
        reply.getReturnStatus(), Optional.of(token), FileState.of(reply.getArrayOfFileStatuses()));
  }

  /**
   * @param token of the request that was asked about
   */
  static SrmAnswer of(SrmStatusOfPutRequestResponse reply, String token) throws IOException {
    return prepared(
        reply.getReturnStatus(), Optional.of(token), FileState.of(reply.getArrayOfFileStatuses()));
  }

  /** The status of the file; that of the request if there is none. */
  private static SrmAnswer prepared(
      TReturnStatus whole, Optional<String> token, Optional<FileState> file) throws IOException {
    TReturnStatus status = status(whole, file.map(FileState::status));
    String code = code(status);
    if (WAITING.contains(code)) {
      return new SrmAnswer.Queued(
          token.orElseThrow(() -> new IOException("the server queues without a request token")),
          file.map(FileState::waitSeconds)
              .filter(seconds -> seconds >= 0)
              .map(OptionalInt::of)
              .orElse(OptionalInt.empty()));
    }
    if (!READY.contains(code)) {
      return refused(status);
    }
    return new SrmAnswer.Ready(
        token.orElseThrow(() -> new IOException("the server gives no request token")),
        file.flatMap(state -> text(state.turl()))
            .orElseThrow(
                () -> new IOException("the server says " + code + " and gives no transfer URL")),
        file.map(FileState::size)
            .filter(size -> size >= 0)
            .map(OptionalLong::of)
            .orElse(OptionalLong.empty()));
  }

  /** Of what ends a request: empty if it was done. */
  static Optional<SrmAnswer.Refused> ended(TReturnStatus whole, ArrayOfTSURLReturnStatus files)
      throws IOException {
    var file = first(files == null ? List.of() : files.getStatusArray());
    TReturnStatus status = status(whole, file.map(state -> state.getStatus()));
    return FINE.contains(code(status)) ? Optional.empty() : Optional.of(refused(status));
  }

  private static <T> Optional<T> first(List<T> entries) {
    return entries.stream().findFirst();
  }

  private static SrmAnswer.Refused refused(TReturnStatus status) throws IOException {
    String said = text(status.getExplanation()).orElse("").replaceAll("[\\s\\p{Cc}]+", " ");
    String reason = said.substring(0, Math.min(said.length(), LONGEST_REASON));
    return new SrmAnswer.Refused(code(status), reason);
  }

  /** Both must be there, since a reply without a status of the whole is none. */
  private static TReturnStatus status(TReturnStatus whole, Optional<TReturnStatus> file)
      throws IOException {
    if (whole == null || text(whole.getStatusCode()).isEmpty()) {
      throw new IOException("the answer has no returnStatus");
    }
    return file.filter(status -> text(status.getStatusCode()).isPresent()).orElse(whole);
  }

  private static String code(TReturnStatus status) throws IOException {
    String code = text(status.getStatusCode()).orElse("");
    if (!CODE.matcher(code).matches()) {
      throw new IOException("the answer has an unknown status");
    }
    return code;
  }

  private static Optional<String> text(String field) {
    return Optional.ofNullable(field).map(String::strip).filter(text -> !text.isEmpty());
  }
}
