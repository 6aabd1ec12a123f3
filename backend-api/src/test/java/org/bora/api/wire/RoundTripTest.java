package org.bora.api.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;
import org.bora.api.Backend;
import org.bora.api.copy.CopyReply;
import org.bora.api.copy.CopyRequest;
import org.bora.api.copy.CopyStatusRequest;
import org.bora.api.directory.LsReply;
import org.bora.api.directory.LsRequest;
import org.bora.api.directory.MkdirRequest;
import org.bora.api.directory.MvRequest;
import org.bora.api.directory.RmRequest;
import org.bora.api.directory.RmdirRequest;
import org.bora.api.directory.StatusOfLsRequest;
import org.bora.api.discovery.TransferProtocolsReply;
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
import org.bora.api.request.ExtendRequest;
import org.bora.api.request.KnownRequestsReply;
import org.bora.api.request.LifetimesReply;
import org.bora.api.request.ReleaseRequest;
import org.bora.api.request.RequestSummariesReply;
import org.bora.api.request.StatusRequest;
import org.bora.api.space.ChangeSpaceReply;
import org.bora.api.space.ChangeSpaceRequest;
import org.bora.api.space.ExtendInSpaceRequest;
import org.bora.api.space.PurgeRequest;
import org.bora.api.space.ReleaseSpaceRequest;
import org.bora.api.space.ReserveSpaceReply;
import org.bora.api.space.ReserveSpaceRequest;
import org.bora.api.space.SpaceMetaDataReply;
import org.bora.api.space.SpaceTokensReply;
import org.bora.api.space.UpdateSpaceReply;
import org.bora.api.space.UpdateSpaceRequest;
import org.bora.api.wire.proto.CopyProto;
import org.bora.api.wire.proto.DirectoryProto;
import org.bora.api.wire.proto.DiscoveryProto;
import org.bora.api.wire.proto.GetProto;
import org.bora.api.wire.proto.PermissionProto;
import org.bora.api.wire.proto.PutProto;
import org.bora.api.wire.proto.RequestProto;
import org.bora.api.wire.proto.SpaceProto;
import org.bora.api.wire.proto.WordsProto;
import org.bora.api.word.Call;
import org.bora.api.word.StatusReply;
import org.bora.api.word.Surl;
import org.bora.api.word.SurlStatusesReply;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Whatever is sent arrives: each record through bytes and back, with many arbitrary values. */
class RoundTripTest {

  private static final int VALUES_EACH = 300;

  private static final Call SOME_CALL = new Samples(new Random(7)).of(Call.class);

  private final Map<Type, Function<Object, Object>> trips = new HashMap<>();

  RoundTripTest() {
    request(
        LsRequest.class,
        DirectoryCodec::toWire,
        DirectoryProto.LsRequest.parser(),
        DirectoryCodec::fromWire);
    request(
        MkdirRequest.class,
        DirectoryCodec::toWire,
        DirectoryProto.MkdirRequest.parser(),
        DirectoryCodec::fromWire);
    request(
        RmdirRequest.class,
        DirectoryCodec::toWire,
        DirectoryProto.RmdirRequest.parser(),
        DirectoryCodec::fromWire);
    request(
        RmRequest.class,
        DirectoryCodec::toWire,
        DirectoryProto.RmRequest.parser(),
        DirectoryCodec::fromWire);
    request(
        MvRequest.class,
        DirectoryCodec::toWire,
        DirectoryProto.MvRequest.parser(),
        DirectoryCodec::fromWire);
    request(
        SetPermissionRequest.class,
        PermissionCodec::toWire,
        PermissionProto.SetPermissionRequest.parser(),
        PermissionCodec::fromWire);
    request(PutRequest.class, PutCodec::toWire, PutProto.PutRequest.parser(), PutCodec::fromWire);
    request(
        PutDoneRequest.class,
        PutCodec::toWire,
        PutProto.PutDoneRequest.parser(),
        PutCodec::fromWire);
    request(GetRequest.class, GetCodec::toWire, GetProto.GetRequest.parser(), GetCodec::fromWire);
    request(
        StatusRequest.class,
        CallCodec::toWire,
        WordsProto.StatusRequest.parser(),
        CallCodec::fromWire);
    request(
        ReleaseRequest.class,
        RequestCodec::toWire,
        RequestProto.ReleaseRequest.parser(),
        RequestCodec::fromWire);
    request(
        AbortRequest.class,
        RequestCodec::toWire,
        RequestProto.AbortRequest.parser(),
        RequestCodec::fromWire);
    request(
        AbortFilesRequest.class,
        RequestCodec::toWire,
        RequestProto.AbortFilesRequest.parser(),
        RequestCodec::fromWire);
    request(
        StatusOfLsRequest.class,
        DirectoryCodec::toWire,
        DirectoryProto.StatusOfLsRequest.parser(),
        DirectoryCodec::fromWire);
    request(
        ExtendRequest.class,
        LifetimeCodec::toWire,
        RequestProto.ExtendRequest.parser(),
        LifetimeCodec::fromWire);
    request(
        CopyStatusRequest.class,
        CopyCodec::toWire,
        CopyProto.CopyStatusRequest.parser(),
        CopyCodec::fromWire);
    trips.put(
        CopyRequest.class, record -> copied(CopyCodec.toWire(SOME_CALL, (CopyRequest) record)));
    reply(
        StatusReply.class,
        StatusCodec::toWire,
        WordsProto.StatusReply.parser(),
        StatusCodec::fromWire);
    reply(
        SurlStatusesReply.class,
        StatusCodec::toWire,
        WordsProto.SurlStatusesReply.parser(),
        StatusCodec::fromWire);
    trips.put(
        LsReply.class,
        record -> LsPages.fromWire(LsPages.toWire((LsReply) record), () -> {}).whole());
    reply(PutReply.class, PutCodec::toWire, PutProto.PutReply.parser(), PutCodec::fromWire);
    reply(GetReply.class, GetCodec::toWire, GetProto.GetReply.parser(), GetCodec::fromWire);
    reply(
        SpaceTokensReply.class,
        SpaceCodec::toWire,
        SpaceProto.SpaceTokensReply.parser(),
        SpaceCodec::fromWire);
    reply(
        SpaceMetaDataReply.class,
        SpaceCodec::toWire,
        SpaceProto.SpaceMetaDataReply.parser(),
        SpaceCodec::fromWire);
    reply(
        TransferProtocolsReply.class,
        DiscoveryCodec::toWire,
        DiscoveryProto.TransferProtocolsReply.parser(),
        DiscoveryCodec::fromWire);
    reply(
        Call.class,
        CallCodec::toWire,
        WordsProto.Circumstances.parser(),
        message -> CallCodec.fromWire(message, SOME_CALL.deadline()));
    spaces();
    replies();
  }

  private void spaces() {
    request(
        ReserveSpaceRequest.class,
        ReservationCodec::toWire,
        SpaceProto.ReserveSpaceRequest.parser(),
        ReservationCodec::fromWire);
    request(
        UpdateSpaceRequest.class,
        ReservationCodec::toWire,
        SpaceProto.UpdateSpaceRequest.parser(),
        ReservationCodec::fromWire);
    request(
        ReleaseSpaceRequest.class,
        ReservationCodec::toWire,
        SpaceProto.ReleaseSpaceRequest.parser(),
        ReservationCodec::fromWire);
    request(
        ChangeSpaceRequest.class,
        SpaceFilesCodec::toWire,
        SpaceProto.ChangeSpaceRequest.parser(),
        SpaceFilesCodec::fromWire);
    request(
        ExtendInSpaceRequest.class,
        SpaceFilesCodec::toWire,
        SpaceProto.ExtendInSpaceRequest.parser(),
        SpaceFilesCodec::fromWire);
    request(
        PurgeRequest.class,
        SpaceFilesCodec::toWire,
        SpaceProto.PurgeRequest.parser(),
        SpaceFilesCodec::fromWire);
    reply(
        ReserveSpaceReply.class,
        ReservationCodec::toWire,
        SpaceProto.ReserveSpaceReply.parser(),
        ReservationCodec::fromWire);
    reply(
        UpdateSpaceReply.class,
        ReservationCodec::toWire,
        SpaceProto.UpdateSpaceReply.parser(),
        ReservationCodec::fromWire);
    reply(
        ChangeSpaceReply.class,
        SpaceFilesCodec::toWire,
        SpaceProto.ChangeSpaceReply.parser(),
        SpaceFilesCodec::fromWire);
  }

  private void replies() {
    reply(
        PermissionsReply.class,
        PermissionCodec::toWire,
        PermissionProto.PermissionsReply.parser(),
        PermissionCodec::fromWire);
    reply(
        EffectiveRightsReply.class,
        PermissionCodec::toWire,
        PermissionProto.EffectiveRightsReply.parser(),
        PermissionCodec::fromWire);
    reply(
        LifetimesReply.class,
        LifetimeCodec::toWire,
        RequestProto.LifetimesReply.parser(),
        LifetimeCodec::fromWire);
    reply(
        RequestSummariesReply.class,
        KnownRequestCodec::toWire,
        RequestProto.RequestSummariesReply.parser(),
        KnownRequestCodec::fromWire);
    reply(
        KnownRequestsReply.class,
        KnownRequestCodec::toWire,
        RequestProto.KnownRequestsReply.parser(),
        KnownRequestCodec::fromWire);
    reply(CopyReply.class, CopyCodec::toWire, CopyProto.CopyReply.parser(), CopyCodec::fromWire);
  }

  @TestFactory
  Stream<DynamicTest> everyRecordArrivesAsItWasSent() {
    return trips.keySet().stream()
        .map(type -> DynamicTest.dynamicTest(type.getTypeName(), () -> manyTrips(type)));
  }

  private void manyTrips(Type type) {
    var samples = new Samples(new Random(20261120));
    var seen = new HashSet<Object>();
    for (int i = 0; i < VALUES_EACH; i++) {
      Object sent = samples.of(type);
      if (sent instanceof Call call) {
        sent = new Call(call.caller(), SOME_CALL.deadline(), call.trace());
      }
      assertEquals(sent, trips.get(type).apply(sent));
      seen.add(sent);
    }
    assertTrue(seen.size() > 3, "hardly any different values of " + type);
  }

  @Test
  void everyCallOfTheBackendIsCovered() {
    for (Method method : Backend.class.getMethods()) {
      if (method.isDefault()) {
        continue; // another way to call one of the others
      }
      Stream.concat(Arrays.stream(method.getParameterTypes()), Stream.of(method.getReturnType()))
          .filter(type -> !Set.of(String.class, List.class, Optional.class).contains(type))
          .forEach(type -> assertTrue(trips.containsKey(type), () -> type + " has no round trip"));
    }
  }

  @Test
  void questionsForSpacesArrive() throws InvalidProtocolBufferException {
    for (Optional<String> description : List.of(Optional.<String>empty(), Optional.of(""))) {
      byte[] sent = SpaceCodec.tokensToWire(SOME_CALL, description).toByteArray();
      assertEquals(description, SpaceCodec.fromWire(SpaceProto.SpaceTokensRequest.parseFrom(sent)));
    }
    for (List<String> tokens : List.of(List.<String>of(), List.of("a", "", "a"))) {
      byte[] sent = SpaceCodec.metaDataToWire(SOME_CALL, tokens).toByteArray();
      assertEquals(tokens, SpaceCodec.fromWire(SpaceProto.SpaceMetaDataRequest.parseFrom(sent)));
    }
  }

  @Test
  void questionsForRequestsArrive() throws InvalidProtocolBufferException {
    byte[] token = CallCodec.toWire(SOME_CALL, "t").toByteArray();
    assertEquals("t", CallCodec.fromWire(WordsProto.TokenRequest.parseFrom(token)));
    for (Optional<String> description : List.of(Optional.<String>empty(), Optional.of(""))) {
      byte[] sent = KnownRequestCodec.tokensToWire(SOME_CALL, description).toByteArray();
      assertEquals(
          description,
          KnownRequestCodec.fromWire(RequestProto.KnownRequestsRequest.parseFrom(sent)));
    }
    for (List<String> tokens : List.of(List.<String>of(), List.of("a", "", "a"))) {
      byte[] sent = KnownRequestCodec.summariesToWire(SOME_CALL, tokens).toByteArray();
      assertEquals(
          tokens, KnownRequestCodec.fromWire(RequestProto.RequestSummariesRequest.parseFrom(sent)));
    }
  }

  @Test
  void questionsAboutFilesArrive() throws InvalidProtocolBufferException {
    for (List<Surl> surls : List.of(List.<Surl>of(), List.of(new Surl("a"), new Surl("")))) {
      byte[] sent = CallCodec.toWire(SOME_CALL, surls).toByteArray();
      assertEquals(surls, CallCodec.fromWire(WordsProto.SurlsRequest.parseFrom(sent)));
    }
  }

  private static CopyRequest copied(CopyMessage sent) {
    assertEquals(CallCodec.toWire(SOME_CALL), sent.request().getCall());
    return CopyCodec.fromWire(
        CopyMessage.METHOD.parseRequest(CopyMessage.METHOD.streamRequest(sent)));
  }

  @Test
  void everyRequestCarriesItsCaller() {
    var caller = CallCodec.toWire(SOME_CALL);
    assertEquals(caller, DiscoveryCodec.toWire(SOME_CALL).getCall());
    assertEquals(caller, SpaceCodec.tokensToWire(SOME_CALL, Optional.empty()).getCall());
    assertEquals(caller, SpaceCodec.metaDataToWire(SOME_CALL, List.of()).getCall());
    assertEquals(caller, CallCodec.toWire(SOME_CALL, "t").getCall());
    assertEquals(caller, CallCodec.toWire(SOME_CALL, List.of(new Surl("a"))).getCall());
    assertEquals(caller, KnownRequestCodec.tokensToWire(SOME_CALL, Optional.empty()).getCall());
    assertEquals(caller, KnownRequestCodec.summariesToWire(SOME_CALL, List.of()).getCall());
  }

  private <R, M extends MessageLite> void request(
      Class<R> type, BiFunction<Call, R, M> encode, Parser<M> parser, Function<M, R> decode) {
    reply(type, record -> encode.apply(SOME_CALL, record), parser, decode);
    Function<Object, Object> trip = trips.get(type);
    trips.put(
        type,
        record -> {
          MessageLite message = encode.apply(SOME_CALL, type.cast(record));
          assertEquals(SOME_CALL, CallCodec.fromWire(circumstances(message), SOME_CALL.deadline()));
          return trip.apply(record);
        });
  }

  private static WordsProto.Circumstances circumstances(MessageLite message) {
    var whole = (Message) message;
    var field = whole.getDescriptorForType().findFieldByName("call");
    return (WordsProto.Circumstances) whole.getField(field);
  }

  private <R, M extends MessageLite> void reply(
      Class<R> type, Function<R, M> encode, Parser<M> parser, Function<M, R> decode) {
    trips.put(
        type,
        record -> {
          byte[] bytes = encode.apply(type.cast(record)).toByteArray();
          try {
            return decode.apply(parser.parseFrom(bytes));
          } catch (InvalidProtocolBufferException broken) {
            throw new AssertionError(broken);
          }
        });
  }
}
