package org.bora.api.wire;

import java.util.List;
import org.bora.api.wire.proto.WordsProto;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.StatusReply;
import org.bora.api.word.Surl;
import org.bora.api.word.SurlStatus;
import org.bora.api.word.SurlStatusesReply;

/** Statuses, and the replies that consist of nothing else. */
public final class StatusCodec {

  private StatusCodec() {}

  public static WordsProto.StatusReply toWire(StatusReply reply) {
    return WordsProto.StatusReply.newBuilder().setStatus(toWire(reply.status())).build();
  }

  public static StatusReply fromWire(WordsProto.StatusReply message) {
    return new StatusReply(fromWire(message.getStatus()));
  }

  public static WordsProto.SurlStatusesReply toWire(SurlStatusesReply reply) {
    return WordsProto.SurlStatusesReply.newBuilder()
        .setStatus(toWire(reply.status()))
        .addAllFiles(toWire(reply.files()))
        .build();
  }

  public static SurlStatusesReply fromWire(WordsProto.SurlStatusesReply message) {
    return new SurlStatusesReply(fromWire(message.getStatus()), fromWire(message.getFilesList()));
  }

  static List<WordsProto.SurlStatus> toWire(List<SurlStatus> files) {
    return files.stream()
        .map(
            file ->
                WordsProto.SurlStatus.newBuilder()
                    .setSurl(file.surl().text())
                    .setStatus(toWire(file.status()))
                    .build())
        .toList();
  }

  static List<SurlStatus> fromWire(List<WordsProto.SurlStatus> messages) {
    return messages.stream()
        .map(file -> new SurlStatus(new Surl(file.getSurl()), fromWire(file.getStatus())))
        .toList();
  }

  static WordsProto.ReturnStatus toWire(ReturnStatus status) {
    return WordsProto.ReturnStatus.newBuilder()
        .setCode(toWire(status.code()))
        .setExplanation(status.explanation())
        .build();
  }

  static ReturnStatus fromWire(WordsProto.ReturnStatus message) {
    return new ReturnStatus(fromWire(message.getCode()), message.getExplanation());
  }

  static WordsProto.SrmStatus toWire(SrmStatus value) {
    return switch (value) {
      case SUCCESS -> WordsProto.SrmStatus.SRM_STATUS_SUCCESS;
      case FAILURE -> WordsProto.SrmStatus.SRM_STATUS_FAILURE;
      case AUTHENTICATION_FAILURE -> WordsProto.SrmStatus.SRM_STATUS_AUTHENTICATION_FAILURE;
      case AUTHORIZATION_FAILURE -> WordsProto.SrmStatus.SRM_STATUS_AUTHORIZATION_FAILURE;
      case INVALID_REQUEST -> WordsProto.SrmStatus.SRM_STATUS_INVALID_REQUEST;
      case INVALID_PATH -> WordsProto.SrmStatus.SRM_STATUS_INVALID_PATH;
      case FILE_LIFETIME_EXPIRED -> WordsProto.SrmStatus.SRM_STATUS_FILE_LIFETIME_EXPIRED;
      case SPACE_LIFETIME_EXPIRED -> WordsProto.SrmStatus.SRM_STATUS_SPACE_LIFETIME_EXPIRED;
      case EXCEED_ALLOCATION -> WordsProto.SrmStatus.SRM_STATUS_EXCEED_ALLOCATION;
      case NO_USER_SPACE -> WordsProto.SrmStatus.SRM_STATUS_NO_USER_SPACE;
      case NO_FREE_SPACE -> WordsProto.SrmStatus.SRM_STATUS_NO_FREE_SPACE;
      case DUPLICATION_ERROR -> WordsProto.SrmStatus.SRM_STATUS_DUPLICATION_ERROR;
      case NON_EMPTY_DIRECTORY -> WordsProto.SrmStatus.SRM_STATUS_NON_EMPTY_DIRECTORY;
      case TOO_MANY_RESULTS -> WordsProto.SrmStatus.SRM_STATUS_TOO_MANY_RESULTS;
      case INTERNAL_ERROR -> WordsProto.SrmStatus.SRM_STATUS_INTERNAL_ERROR;
      case FATAL_INTERNAL_ERROR -> WordsProto.SrmStatus.SRM_STATUS_FATAL_INTERNAL_ERROR;
      case NOT_SUPPORTED -> WordsProto.SrmStatus.SRM_STATUS_NOT_SUPPORTED;
      case REQUEST_QUEUED -> WordsProto.SrmStatus.SRM_STATUS_REQUEST_QUEUED;
      case REQUEST_INPROGRESS -> WordsProto.SrmStatus.SRM_STATUS_REQUEST_INPROGRESS;
      case REQUEST_SUSPENDED -> WordsProto.SrmStatus.SRM_STATUS_REQUEST_SUSPENDED;
      case ABORTED -> WordsProto.SrmStatus.SRM_STATUS_ABORTED;
      case RELEASED -> WordsProto.SrmStatus.SRM_STATUS_RELEASED;
      case FILE_PINNED -> WordsProto.SrmStatus.SRM_STATUS_FILE_PINNED;
      case FILE_IN_CACHE -> WordsProto.SrmStatus.SRM_STATUS_FILE_IN_CACHE;
      case SPACE_AVAILABLE -> WordsProto.SrmStatus.SRM_STATUS_SPACE_AVAILABLE;
      case LOWER_SPACE_GRANTED -> WordsProto.SrmStatus.SRM_STATUS_LOWER_SPACE_GRANTED;
      case DONE -> WordsProto.SrmStatus.SRM_STATUS_DONE;
      case PARTIAL_SUCCESS -> WordsProto.SrmStatus.SRM_STATUS_PARTIAL_SUCCESS;
      case REQUEST_TIMED_OUT -> WordsProto.SrmStatus.SRM_STATUS_REQUEST_TIMED_OUT;
      case LAST_COPY -> WordsProto.SrmStatus.SRM_STATUS_LAST_COPY;
      case FILE_BUSY -> WordsProto.SrmStatus.SRM_STATUS_FILE_BUSY;
      case FILE_LOST -> WordsProto.SrmStatus.SRM_STATUS_FILE_LOST;
      case FILE_UNAVAILABLE -> WordsProto.SrmStatus.SRM_STATUS_FILE_UNAVAILABLE;
      case CUSTOM_STATUS -> WordsProto.SrmStatus.SRM_STATUS_CUSTOM_STATUS;
    };
  }

  static SrmStatus fromWire(WordsProto.SrmStatus value) {
    return switch (value) {
      case SRM_STATUS_SUCCESS -> SrmStatus.SUCCESS;
      case SRM_STATUS_FAILURE -> SrmStatus.FAILURE;
      case SRM_STATUS_AUTHENTICATION_FAILURE -> SrmStatus.AUTHENTICATION_FAILURE;
      case SRM_STATUS_AUTHORIZATION_FAILURE -> SrmStatus.AUTHORIZATION_FAILURE;
      case SRM_STATUS_INVALID_REQUEST -> SrmStatus.INVALID_REQUEST;
      case SRM_STATUS_INVALID_PATH -> SrmStatus.INVALID_PATH;
      case SRM_STATUS_FILE_LIFETIME_EXPIRED -> SrmStatus.FILE_LIFETIME_EXPIRED;
      case SRM_STATUS_SPACE_LIFETIME_EXPIRED -> SrmStatus.SPACE_LIFETIME_EXPIRED;
      case SRM_STATUS_EXCEED_ALLOCATION -> SrmStatus.EXCEED_ALLOCATION;
      case SRM_STATUS_NO_USER_SPACE -> SrmStatus.NO_USER_SPACE;
      case SRM_STATUS_NO_FREE_SPACE -> SrmStatus.NO_FREE_SPACE;
      case SRM_STATUS_DUPLICATION_ERROR -> SrmStatus.DUPLICATION_ERROR;
      case SRM_STATUS_NON_EMPTY_DIRECTORY -> SrmStatus.NON_EMPTY_DIRECTORY;
      case SRM_STATUS_TOO_MANY_RESULTS -> SrmStatus.TOO_MANY_RESULTS;
      case SRM_STATUS_INTERNAL_ERROR -> SrmStatus.INTERNAL_ERROR;
      case SRM_STATUS_FATAL_INTERNAL_ERROR -> SrmStatus.FATAL_INTERNAL_ERROR;
      case SRM_STATUS_NOT_SUPPORTED -> SrmStatus.NOT_SUPPORTED;
      case SRM_STATUS_REQUEST_QUEUED -> SrmStatus.REQUEST_QUEUED;
      case SRM_STATUS_REQUEST_INPROGRESS -> SrmStatus.REQUEST_INPROGRESS;
      case SRM_STATUS_REQUEST_SUSPENDED -> SrmStatus.REQUEST_SUSPENDED;
      case SRM_STATUS_ABORTED -> SrmStatus.ABORTED;
      case SRM_STATUS_RELEASED -> SrmStatus.RELEASED;
      case SRM_STATUS_FILE_PINNED -> SrmStatus.FILE_PINNED;
      case SRM_STATUS_FILE_IN_CACHE -> SrmStatus.FILE_IN_CACHE;
      case SRM_STATUS_SPACE_AVAILABLE -> SrmStatus.SPACE_AVAILABLE;
      case SRM_STATUS_LOWER_SPACE_GRANTED -> SrmStatus.LOWER_SPACE_GRANTED;
      case SRM_STATUS_DONE -> SrmStatus.DONE;
      case SRM_STATUS_PARTIAL_SUCCESS -> SrmStatus.PARTIAL_SUCCESS;
      case SRM_STATUS_REQUEST_TIMED_OUT -> SrmStatus.REQUEST_TIMED_OUT;
      case SRM_STATUS_LAST_COPY -> SrmStatus.LAST_COPY;
      case SRM_STATUS_FILE_BUSY -> SrmStatus.FILE_BUSY;
      case SRM_STATUS_FILE_LOST -> SrmStatus.FILE_LOST;
      case SRM_STATUS_FILE_UNAVAILABLE -> SrmStatus.FILE_UNAVAILABLE;
      case SRM_STATUS_CUSTOM_STATUS -> SrmStatus.CUSTOM_STATUS;
      case SRM_STATUS_UNSPECIFIED, UNRECOGNIZED -> throw MalformedMessage.unknown("SrmStatus");
    };
  }
}
