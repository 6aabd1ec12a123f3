package org.bora.api.wire;

import java.util.Optional;
import java.util.OptionalInt;
import org.bora.api.directory.LsRequest;
import org.bora.api.directory.MkdirRequest;
import org.bora.api.directory.MvRequest;
import org.bora.api.directory.RmRequest;
import org.bora.api.directory.RmdirRequest;
import org.bora.api.directory.StatusOfLsRequest;
import org.bora.api.wire.proto.DirectoryProto;
import org.bora.api.word.Call;
import org.bora.api.word.Surl;

/** Directory functions. */
public final class DirectoryCodec {

  private DirectoryCodec() {}

  public static DirectoryProto.LsRequest toWire(Call call, LsRequest request) {
    var message =
        DirectoryProto.LsRequest.newBuilder()
            .setCall(CallCodec.toWire(call))
            .addAllSurls(WordCodec.texts(request.surls()))
            .setFull(request.full())
            .setAllLevels(request.allLevels());
    request.levels().ifPresent(message::setLevels);
    request.offset().ifPresent(message::setOffset);
    request.count().ifPresent(message::setCount);
    request.filter().ifPresent(filter -> message.setFilter(WordCodec.toWire(filter)));
    return message.build();
  }

  public static LsRequest fromWire(DirectoryProto.LsRequest message) {
    return new LsRequest(
        WordCodec.surls(message.getSurlsList()),
        message.getFull(),
        message.getAllLevels(),
        message.hasLevels() ? OptionalInt.of(message.getLevels()) : OptionalInt.empty(),
        message.hasOffset() ? OptionalInt.of(message.getOffset()) : OptionalInt.empty(),
        message.hasCount() ? OptionalInt.of(message.getCount()) : OptionalInt.empty(),
        message.hasFilter()
            ? Optional.of(WordCodec.fromWire(message.getFilter()))
            : Optional.empty());
  }

  public static DirectoryProto.StatusOfLsRequest toWire(Call call, StatusOfLsRequest request) {
    var message =
        DirectoryProto.StatusOfLsRequest.newBuilder()
            .setCall(CallCodec.toWire(call))
            .setToken(request.token());
    request.offset().ifPresent(message::setOffset);
    request.count().ifPresent(message::setCount);
    return message.build();
  }

  public static StatusOfLsRequest fromWire(DirectoryProto.StatusOfLsRequest message) {
    return new StatusOfLsRequest(
        message.getToken(),
        message.hasOffset() ? OptionalInt.of(message.getOffset()) : OptionalInt.empty(),
        message.hasCount() ? OptionalInt.of(message.getCount()) : OptionalInt.empty());
  }

  public static DirectoryProto.MkdirRequest toWire(Call call, MkdirRequest request) {
    return DirectoryProto.MkdirRequest.newBuilder()
        .setCall(CallCodec.toWire(call))
        .setSurl(request.surl().text())
        .build();
  }

  public static MkdirRequest fromWire(DirectoryProto.MkdirRequest message) {
    return new MkdirRequest(new Surl(message.getSurl()));
  }

  public static DirectoryProto.RmdirRequest toWire(Call call, RmdirRequest request) {
    return DirectoryProto.RmdirRequest.newBuilder()
        .setCall(CallCodec.toWire(call))
        .setSurl(request.surl().text())
        .setRecursive(request.recursive())
        .build();
  }

  public static RmdirRequest fromWire(DirectoryProto.RmdirRequest message) {
    return new RmdirRequest(new Surl(message.getSurl()), message.getRecursive());
  }

  public static DirectoryProto.RmRequest toWire(Call call, RmRequest request) {
    return DirectoryProto.RmRequest.newBuilder()
        .setCall(CallCodec.toWire(call))
        .addAllSurls(WordCodec.texts(request.surls()))
        .build();
  }

  public static RmRequest fromWire(DirectoryProto.RmRequest message) {
    return new RmRequest(WordCodec.surls(message.getSurlsList()));
  }

  public static DirectoryProto.MvRequest toWire(Call call, MvRequest request) {
    return DirectoryProto.MvRequest.newBuilder()
        .setCall(CallCodec.toWire(call))
        .setFrom(request.from().text())
        .setTo(request.to().text())
        .build();
  }

  public static MvRequest fromWire(DirectoryProto.MvRequest message) {
    return new MvRequest(new Surl(message.getFrom()), new Surl(message.getTo()));
  }
}
