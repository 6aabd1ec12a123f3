package org.bora.backend.operation.copy;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.bora.api.Backend;
import org.bora.api.Catalogue;
import org.bora.api.copy.CopyRequest;
import org.bora.api.put.PutDoneRequest;
import org.bora.api.put.PutFile;
import org.bora.api.put.PutFileStatus;
import org.bora.api.put.PutReply;
import org.bora.api.put.PutRequest;
import org.bora.api.request.StatusRequest;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.Surl;
import org.bora.api.word.SurlStatusesReply;
import org.bora.backend.database.Transactions;
import org.bora.backend.request.RequestToken;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file of this service, written through srmPrepareToPut and srmPutDone as by any client: the name
 * is busy meanwhile, the space is accounted for, and the file is not visible before it is complete.
 */
final class LocalTarget implements TargetSide {
  private static final Logger LOG = LoggerFactory.getLogger(LocalTarget.class);
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

  private final Surl surl;
  private final Backend backend;
  private final Transactions transactions;
  private final CopyEnding ending;
  private final Errand errand;
  private final CopyTable copies = new CopyTable();
  private Optional<RequestToken> put = Optional.empty();

  LocalTarget(
      Surl surl, Backend backend, Transactions transactions, CopyEnding ending, Errand errand) {
    this.surl = surl;
    this.backend = backend;
    this.transactions = transactions;
    this.ending = ending;
    this.errand = errand;
  }

  @Override
  public Opened open(OptionalLong size) throws CopyRefused, InterruptedException {
    PutReply reply = backend.call(Catalogue.PREPARE_TO_PUT, errand.call(), wish(size));
    if (reply.token().isPresent()) {
      remember(RequestToken.parse(reply.token().get()).orElseThrow());
    }
    while (true) {
      PutFileStatus file = reply.files().stream().findFirst().orElse(null);
      if (file == null) {
        throw new CopyRefused(reply.status());
      }
      switch (file.status().code()) {
        case SPACE_AVAILABLE -> {
          return new Opened(Errand.url(file.turl().orElse("")), OptionalLong.empty());
        }
        case REQUEST_QUEUED, REQUEST_INPROGRESS, REQUEST_SUSPENDED -> {
          errand.stop().pause(BETWEEN_LOOKS);
          reply =
              backend.call(
                  Catalogue.STATUS_OF_PUT,
                  errand.call(),
                  new StatusRequest(put.orElseThrow().toString(), List.of(surl)));
        }
        default -> throw new CopyRefused(file.status());
      }
    }
  }

  /** So that the backend that ends the copy ends the put with it. */
  private void remember(RequestToken token) throws CopyRefused {
    put = Optional.of(token);
    if (!transactions.run(sql -> copies.setPut(sql, errand.job().key(), token))) {
      throw CopyRefused.stopped();
    }
  }

  private PutRequest wish(OptionalLong size) throws CopyRefused {
    CopyRequest asked = errand.job().request();
    return new PutRequest(
        List.of(new PutFile(Optional.of(surl), size)),
        errand.description(),
        asked.overwrite(),
        asked.storageType(),
        errand.secondsLeft(),
        errand.secondsLeft(),
        asked.fileLifetime(),
        asked.spaceToken(),
        asked.retention(),
        Errand.PROTOCOLS);
  }

  /** The put removes its own. */
  @Override
  public boolean removePartial() {
    return false;
  }

  @Override
  public void finish() throws CopyRefused {
    String token = put.orElseThrow().toString();
    SurlStatusesReply reply =
        backend.call(Catalogue.PUT_DONE, errand.call(), new PutDoneRequest(token, List.of(surl)));
    ReturnStatus status =
        reply.files().isEmpty() ? reply.status() : reply.files().getFirst().status();
    if (status.code() != SrmStatus.SUCCESS) {
      throw new CopyRefused(status);
    }
  }

  /** The state of the copy has ended, and with it the put; a server may have written since. */
  @Override
  public void undo() {
    try {
      put.ifPresent(ending::endPut);
    } catch (RuntimeException e) {
      LOG.warn(
          "the upload of a copy could not be aborted; the sweep removes it: {}", e.getMessage());
    }
  }
}
