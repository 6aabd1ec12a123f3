package org.bora.api.wire;

import java.util.Optional;
import org.bora.api.request.AbortFilesRequest;
import org.bora.api.request.AbortRequest;
import org.bora.api.request.ReleaseRequest;
import org.bora.api.wire.proto.RequestProto;
import org.bora.api.word.Call;

/** What is common to all asynchronous requests. */
public final class RequestCodec {

  private RequestCodec() {}

  public static RequestProto.ReleaseRequest toWire(Call call, ReleaseRequest request) {
    var message =
        RequestProto.ReleaseRequest.newBuilder()
            .setCall(CallCodec.toWire(call))
            .addAllSurls(WordCodec.texts(request.surls()))
            .setRemove(request.remove());
    request.token().ifPresent(message::setToken);
    return message.build();
  }

  public static ReleaseRequest fromWire(RequestProto.ReleaseRequest message) {
    return new ReleaseRequest(
        message.hasToken() ? Optional.of(message.getToken()) : Optional.empty(),
        WordCodec.surls(message.getSurlsList()),
        message.getRemove());
  }

  public static RequestProto.AbortRequest toWire(Call call, AbortRequest request) {
    return RequestProto.AbortRequest.newBuilder()
        .setCall(CallCodec.toWire(call))
        .setToken(request.token())
        .build();
  }

  public static AbortRequest fromWire(RequestProto.AbortRequest message) {
    return new AbortRequest(message.getToken());
  }

  public static RequestProto.AbortFilesRequest toWire(Call call, AbortFilesRequest request) {
    return RequestProto.AbortFilesRequest.newBuilder()
        .setCall(CallCodec.toWire(call))
        .setToken(request.token())
        .addAllSurls(WordCodec.texts(request.surls()))
        .build();
  }

  public static AbortFilesRequest fromWire(RequestProto.AbortFilesRequest message) {
    return new AbortFilesRequest(message.getToken(), WordCodec.surls(message.getSurlsList()));
  }
}
