package org.bora.api.wire;

import java.time.Instant;
import java.util.List;
import org.bora.api.request.StatusRequest;
import org.bora.api.wire.proto.WordsProto;
import org.bora.api.word.Call;
import org.bora.api.word.Caller;
import org.bora.api.word.Fqan;
import org.bora.api.word.Surl;

/**
 * What accompanies a call. Its deadline is not part of the message: gRPC carries it as a duration,
 * so that the clocks of two machines need not agree.
 */
public final class CallCodec {

  private CallCodec() {}

  public static WordsProto.Circumstances toWire(Call call) {
    return WordsProto.Circumstances.newBuilder()
        .setCaller(toWire(call.caller()))
        .setTrace(call.trace())
        .setRepeated(call.repeated())
        .build();
  }

  /**
   * Reads what accompanied a call.
   *
   * @param deadline the gRPC deadline on this machine's clock
   */
  public static Call fromWire(WordsProto.Circumstances message, Instant deadline) {
    return new Call(
        fromWire(message.getCaller()), deadline, message.getTrace(), message.getRepeated());
  }

  public static WordsProto.StatusRequest toWire(Call call, StatusRequest request) {
    return WordsProto.StatusRequest.newBuilder()
        .setCall(toWire(call))
        .setToken(request.token())
        .addAllSurls(WordCodec.texts(request.surls()))
        .build();
  }

  public static StatusRequest fromWire(WordsProto.StatusRequest message) {
    return new StatusRequest(message.getToken(), WordCodec.surls(message.getSurlsList()));
  }

  /** A question or an order about one earlier request. */
  public static WordsProto.TokenRequest toWire(Call call, String token) {
    return WordsProto.TokenRequest.newBuilder().setCall(toWire(call)).setToken(token).build();
  }

  public static String fromWire(WordsProto.TokenRequest message) {
    return message.getToken();
  }

  /** A question about files. */
  public static WordsProto.SurlsRequest toWire(Call call, List<Surl> surls) {
    return WordsProto.SurlsRequest.newBuilder()
        .setCall(toWire(call))
        .addAllSurls(WordCodec.texts(surls))
        .build();
  }

  public static List<Surl> fromWire(WordsProto.SurlsRequest message) {
    return WordCodec.surls(message.getSurlsList());
  }

  private static WordsProto.Caller toWire(Caller caller) {
    var message =
        WordsProto.Caller.newBuilder()
            .setDn(caller.dn())
            .setIssuer(caller.issuer())
            .setHost(caller.host());
    for (Fqan fqan : caller.fqans()) {
      message.addFqans(WordsProto.Fqan.newBuilder().setGroup(fqan.group()).setRole(fqan.role()));
    }
    return message.build();
  }

  private static Caller fromWire(WordsProto.Caller message) {
    if (message.getDn().isEmpty()) {
      throw MalformedMessage.unknown("Caller");
    }
    List<Fqan> fqans = message.getFqansList().stream().map(CallCodec::fromWire).toList();
    return new Caller(message.getDn(), message.getIssuer(), fqans, message.getHost());
  }

  private static Fqan fromWire(WordsProto.Fqan message) {
    try {
      return new Fqan(message.getGroup(), message.getRole());
    } catch (IllegalArgumentException notAGroup) {
      throw new MalformedMessage("a Fqan does not begin with /VO", notAGroup);
    }
  }
}
