package org.bora.client;

import java.util.OptionalInt;
import java.util.OptionalLong;

/** The calls of this client, each for one file. */
final class Requests {

  private static final String[] PROTOCOLS = {"gsiftp"};

  private Requests() {}

  static byte[] prepareToGet(String surl, int totalSeconds) {
    RequestWriter call = new RequestWriter("srmPrepareToGet");
    call.open("arrayOfFileRequests").open("requestArray").field("sourceSURL", surl);
    call.close().close();
    call.field("desiredTotalRequestTime", Integer.toString(totalSeconds));
    return transfer(call).toBytes();
  }

  static byte[] prepareToPut(String surl, PutWish wish) {
    RequestWriter call = new RequestWriter("srmPrepareToPut");
    call.open("arrayOfFileRequests").open("requestArray").field("targetSURL", surl);
    call.field("expectedFileSize", wish.size()).close().close();
    call.field("overwriteOption", wish.overwrite());
    call.field("desiredTotalRequestTime", Integer.toString(wish.totalSeconds()));
    call.field("desiredFileLifeTime", wide(wish.fileLifetime()));
    wish.storageType().ifPresent(type -> call.field("desiredFileStorageType", type));
    wish.spaceToken().ifPresent(token -> call.field("targetSpaceToken", token));
    wish.retention().ifPresent(retention -> retention(call, retention));
    return transfer(call).toBytes();
  }

  static byte[] statusOfGet(String token, String surl) {
    return new RequestWriter("srmStatusOfGetRequest")
        .field("requestToken", token)
        .surls("arrayOfSourceSURLs", surl)
        .toBytes();
  }

  static byte[] statusOfPut(String token, String surl) {
    return new RequestWriter("srmStatusOfPutRequest")
        .field("requestToken", token)
        .surls("arrayOfTargetSURLs", surl)
        .toBytes();
  }

  static byte[] putDone(String token, String surl) {
    return new RequestWriter("srmPutDone")
        .field("requestToken", token)
        .surls("arrayOfSURLs", surl)
        .toBytes();
  }

  static byte[] releaseFiles(String token, String surl) {
    return new RequestWriter("srmReleaseFiles")
        .field("requestToken", token)
        .surls("arrayOfSURLs", surl)
        .toBytes();
  }

  static byte[] abortRequest(String token) {
    return new RequestWriter("srmAbortRequest").field("requestToken", token).toBytes();
  }

  private static void retention(RequestWriter call, PutWish.Retention retention) {
    call.open("targetFileRetentionPolicyInfo").field("retentionPolicy", retention.policy());
    retention.latency().ifPresent(latency -> call.field("accessLatency", latency));
    call.close();
  }

  private static RequestWriter transfer(RequestWriter call) {
    call.open("transferParameters").open("arrayOfTransferProtocols");
    for (String protocol : PROTOCOLS) {
      call.field("stringArray", protocol);
    }
    return call.close().close();
  }

  private static OptionalLong wide(OptionalInt value) {
    return value.isPresent() ? OptionalLong.of(value.getAsInt()) : OptionalLong.empty();
  }
}
