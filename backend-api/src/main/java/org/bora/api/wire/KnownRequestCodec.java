package org.bora.api.wire;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.bora.api.request.KnownRequest;
import org.bora.api.request.KnownRequestsReply;
import org.bora.api.request.RequestSummariesReply;
import org.bora.api.request.RequestSummary;
import org.bora.api.request.RequestType;
import org.bora.api.wire.proto.RequestProto;
import org.bora.api.word.Call;

/** What requests a caller has, and how far they have come. */
public final class KnownRequestCodec {

  private KnownRequestCodec() {}

  public static RequestProto.RequestSummariesRequest summariesToWire(
      Call call, List<String> tokens) {
    return RequestProto.RequestSummariesRequest.newBuilder()
        .setCall(CallCodec.toWire(call))
        .addAllTokens(tokens)
        .build();
  }

  public static List<String> fromWire(RequestProto.RequestSummariesRequest message) {
    return List.copyOf(message.getTokensList());
  }

  public static RequestProto.KnownRequestsRequest tokensToWire(
      Call call, Optional<String> description) {
    var message = RequestProto.KnownRequestsRequest.newBuilder().setCall(CallCodec.toWire(call));
    description.ifPresent(message::setDescription);
    return message.build();
  }

  public static Optional<String> fromWire(RequestProto.KnownRequestsRequest message) {
    return message.hasDescription() ? Optional.of(message.getDescription()) : Optional.empty();
  }

  public static RequestProto.RequestSummariesReply toWire(RequestSummariesReply reply) {
    var message =
        RequestProto.RequestSummariesReply.newBuilder()
            .setStatus(StatusCodec.toWire(reply.status()));
    reply.requests().forEach(summary -> message.addRequests(toWire(summary)));
    return message.build();
  }

  public static RequestSummariesReply fromWire(RequestProto.RequestSummariesReply message) {
    return new RequestSummariesReply(
        StatusCodec.fromWire(message.getStatus()),
        message.getRequestsList().stream().map(KnownRequestCodec::fromWire).toList());
  }

  public static RequestProto.KnownRequestsReply toWire(KnownRequestsReply reply) {
    var message =
        RequestProto.KnownRequestsReply.newBuilder().setStatus(StatusCodec.toWire(reply.status()));
    for (KnownRequest request : reply.requests()) {
      message.addRequests(
          RequestProto.KnownRequest.newBuilder()
              .setToken(request.token())
              .setCreatedAt(WordCodec.toWire(request.createdAt())));
    }
    return message.build();
  }

  public static KnownRequestsReply fromWire(RequestProto.KnownRequestsReply message) {
    return new KnownRequestsReply(
        StatusCodec.fromWire(message.getStatus()),
        message.getRequestsList().stream()
            .map(
                request ->
                    new KnownRequest(
                        request.getToken(), WordCodec.fromWire(request.getCreatedAt())))
            .toList());
  }

  private static RequestProto.RequestSummary toWire(RequestSummary summary) {
    var message =
        RequestProto.RequestSummary.newBuilder()
            .setToken(summary.token())
            .setStatus(StatusCodec.toWire(summary.status()));
    summary.type().ifPresent(type -> message.setType(toWire(type)));
    summary.total().ifPresent(message::setTotal);
    summary.completed().ifPresent(message::setCompleted);
    summary.waiting().ifPresent(message::setWaiting);
    summary.failed().ifPresent(message::setFailed);
    return message.build();
  }

  private static RequestSummary fromWire(RequestProto.RequestSummary message) {
    return new RequestSummary(
        message.getToken(),
        StatusCodec.fromWire(message.getStatus()),
        message.hasType() ? Optional.of(fromWire(message.getType())) : Optional.empty(),
        message.hasTotal() ? OptionalInt.of(message.getTotal()) : OptionalInt.empty(),
        message.hasCompleted() ? OptionalInt.of(message.getCompleted()) : OptionalInt.empty(),
        message.hasWaiting() ? OptionalInt.of(message.getWaiting()) : OptionalInt.empty(),
        message.hasFailed() ? OptionalInt.of(message.getFailed()) : OptionalInt.empty());
  }

  private static RequestProto.RequestType toWire(RequestType value) {
    return switch (value) {
      case PREPARE_TO_GET -> RequestProto.RequestType.REQUEST_TYPE_PREPARE_TO_GET;
      case PREPARE_TO_PUT -> RequestProto.RequestType.REQUEST_TYPE_PREPARE_TO_PUT;
      case COPY -> RequestProto.RequestType.REQUEST_TYPE_COPY;
      case BRING_ONLINE -> RequestProto.RequestType.REQUEST_TYPE_BRING_ONLINE;
      case RESERVE_SPACE -> RequestProto.RequestType.REQUEST_TYPE_RESERVE_SPACE;
      case UPDATE_SPACE -> RequestProto.RequestType.REQUEST_TYPE_UPDATE_SPACE;
      case CHANGE_SPACE_FOR_FILES -> RequestProto.RequestType.REQUEST_TYPE_CHANGE_SPACE_FOR_FILES;
      case LS -> RequestProto.RequestType.REQUEST_TYPE_LS;
    };
  }

  private static RequestType fromWire(RequestProto.RequestType value) {
    return switch (value) {
      case REQUEST_TYPE_PREPARE_TO_GET -> RequestType.PREPARE_TO_GET;
      case REQUEST_TYPE_PREPARE_TO_PUT -> RequestType.PREPARE_TO_PUT;
      case REQUEST_TYPE_COPY -> RequestType.COPY;
      case REQUEST_TYPE_BRING_ONLINE -> RequestType.BRING_ONLINE;
      case REQUEST_TYPE_RESERVE_SPACE -> RequestType.RESERVE_SPACE;
      case REQUEST_TYPE_UPDATE_SPACE -> RequestType.UPDATE_SPACE;
      case REQUEST_TYPE_CHANGE_SPACE_FOR_FILES -> RequestType.CHANGE_SPACE_FOR_FILES;
      case REQUEST_TYPE_LS -> RequestType.LS;
      case REQUEST_TYPE_UNSPECIFIED, UNRECOGNIZED -> throw MalformedMessage.unknown("RequestType");
    };
  }
}
