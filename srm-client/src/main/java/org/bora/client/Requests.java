package org.bora.client;

import java.util.function.Consumer;
import org.bora.contract.ArrayOfAnyURI;
import org.bora.contract.ArrayOfString;
import org.bora.contract.ArrayOfTGetFileRequest;
import org.bora.contract.ArrayOfTPutFileRequest;
import org.bora.contract.SrmAbortRequestRequest;
import org.bora.contract.SrmPrepareToGetRequest;
import org.bora.contract.SrmPrepareToPutRequest;
import org.bora.contract.SrmPutDoneRequest;
import org.bora.contract.SrmReleaseFilesRequest;
import org.bora.contract.SrmStatusOfGetRequestRequest;
import org.bora.contract.SrmStatusOfPutRequestRequest;
import org.bora.contract.TGetFileRequest;
import org.bora.contract.TPutFileRequest;
import org.bora.contract.TRetentionPolicyInfo;
import org.bora.contract.TTransferParameters;

/** The calls of this client, each for one file. */
final class Requests {
  private Requests() {}

  static SrmPrepareToGetRequest prepareToGet(String surl, int totalSeconds) {
    TGetFileRequest file = new TGetFileRequest();
    file.setSourceSURL(surl);
    ArrayOfTGetFileRequest files = new ArrayOfTGetFileRequest();
    files.getRequestArray().add(file);
    SrmPrepareToGetRequest call = new SrmPrepareToGetRequest();
    call.setArrayOfFileRequests(files);
    call.setDesiredTotalRequestTime(totalSeconds);
    call.setTransferParameters(gsiftp());
    return call;
  }

  static SrmPrepareToPutRequest prepareToPut(String surl, PutWish wish) {
    TPutFileRequest file = new TPutFileRequest();
    file.setTargetSURL(surl);
    wish.size().ifPresent(file::setExpectedFileSize);
    ArrayOfTPutFileRequest files = new ArrayOfTPutFileRequest();
    files.getRequestArray().add(file);
    SrmPrepareToPutRequest call = new SrmPrepareToPutRequest();
    call.setArrayOfFileRequests(files);
    call.setOverwriteOption(wish.overwrite());
    call.setDesiredTotalRequestTime(wish.totalSeconds());
    wish.fileLifetime().ifPresent(call::setDesiredFileLifeTime);
    wish.storageType().ifPresent(call::setDesiredFileStorageType);
    wish.spaceToken().ifPresent(call::setTargetSpaceToken);
    wish.retention()
        .ifPresent(retention -> call.setTargetFileRetentionPolicyInfo(retention(retention)));
    call.setTransferParameters(gsiftp());
    return call;
  }

  static SrmStatusOfGetRequestRequest statusOfGet(String token, String surl) {
    SrmStatusOfGetRequestRequest call = new SrmStatusOfGetRequestRequest();
    call.setRequestToken(token);
    one(surl, call::setArrayOfSourceSURLs);
    return call;
  }

  static SrmStatusOfPutRequestRequest statusOfPut(String token, String surl) {
    SrmStatusOfPutRequestRequest call = new SrmStatusOfPutRequestRequest();
    call.setRequestToken(token);
    one(surl, call::setArrayOfTargetSURLs);
    return call;
  }

  static SrmPutDoneRequest putDone(String token, String surl) {
    SrmPutDoneRequest call = new SrmPutDoneRequest();
    call.setRequestToken(token);
    one(surl, call::setArrayOfSURLs);
    return call;
  }

  static SrmReleaseFilesRequest releaseFiles(String token, String surl) {
    SrmReleaseFilesRequest call = new SrmReleaseFilesRequest();
    call.setRequestToken(token);
    one(surl, call::setArrayOfSURLs);
    return call;
  }

  static SrmAbortRequestRequest abortRequest(String token) {
    SrmAbortRequestRequest call = new SrmAbortRequestRequest();
    call.setRequestToken(token);
    return call;
  }

  private static void one(String surl, Consumer<ArrayOfAnyURI> field) {
    ArrayOfAnyURI surls = new ArrayOfAnyURI();
    surls.getUrlArray().add(surl);
    field.accept(surls);
  }

  private static TRetentionPolicyInfo retention(PutWish.Retention retention) {
    TRetentionPolicyInfo info = new TRetentionPolicyInfo();
    info.setRetentionPolicy(retention.policy());
    retention.latency().ifPresent(info::setAccessLatency);
    return info;
  }

  private static TTransferParameters gsiftp() {
    ArrayOfString protocols = new ArrayOfString();
    protocols.getStringArray().add("gsiftp");
    TTransferParameters transfer = new TTransferParameters();
    transfer.setArrayOfTransferProtocols(protocols);
    return transfer;
  }
}
