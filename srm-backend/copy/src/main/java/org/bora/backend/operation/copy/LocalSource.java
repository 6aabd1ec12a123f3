package org.bora.backend.operation.copy;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.bora.api.Backend;
import org.bora.api.Catalogue;
import org.bora.api.get.GetFileStatus;
import org.bora.api.get.GetReply;
import org.bora.api.get.GetRequest;
import org.bora.api.request.ReleaseRequest;
import org.bora.api.request.StatusRequest;
import org.bora.api.word.SourceFile;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.Surl;
import org.bora.gridftp.copy.GsiftpUrl;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A file of this service, read through srmPrepareToGet as by any client. */
final class LocalSource implements SourceSide {
  private static final Logger LOG = LoggerFactory.getLogger(LocalSource.class);
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

  private final Surl surl;
  private final Backend backend;
  private final Errand errand;
  private Optional<String> token = Optional.empty();

  LocalSource(Surl surl, Backend backend, Errand errand) {
    this.surl = surl;
    this.backend = backend;
    this.errand = errand;
  }

  @Override
  public Opened open() throws CopyRefused, InterruptedException {
    GetReply reply = backend.call(Catalogue.PREPARE_TO_GET, errand.call(), wish());
    token = reply.token();
    while (true) {
      GetFileStatus file = reply.files().stream().findFirst().orElse(null);
      if (file == null) {
        throw new CopyRefused(reply.status());
      }
      switch (file.status().code()) {
        case FILE_PINNED, SUCCESS -> {
          return new Opened(url(file), file.size());
        }
        case REQUEST_QUEUED, REQUEST_INPROGRESS, REQUEST_SUSPENDED -> {
          errand.stop().pause(BETWEEN_LOOKS);
          reply =
              backend.call(
                  Catalogue.STATUS_OF_GET,
                  errand.call(),
                  new StatusRequest(token.orElseThrow(), List.of(surl)));
        }
        default -> throw new CopyRefused(file.status());
      }
    }
  }

  private GetRequest wish() throws CopyRefused {
    OptionalInt seconds = errand.secondsLeft();
    return new GetRequest(
        List.of(new SourceFile(surl, Optional.empty())),
        errand.description(),
        seconds,
        seconds,
        OptionalInt.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Errand.PROTOCOLS);
  }

  private static GsiftpUrl url(GetFileStatus file) throws CopyRefused {
    return Errand.url(file.turl().orElse(""));
  }

  @Override
  public void close() {
    if (token.isEmpty()) {
      return;
    }
    try {
      var reply =
          backend.call(
              Catalogue.RELEASE_FILES,
              errand.call(),
              new ReleaseRequest(token, List.of(surl), false));
      if (reply.status().code() != SrmStatus.SUCCESS) {
        LOG.info(
            "the pin of a copy could not be released and ends by its lifetime: {}",
            reply.status().explanation());
      }
    } catch (RuntimeException e) {
      LOG.warn(
          "the pin of a copy could not be released and ends by its lifetime: {}", e.getMessage());
    }
  }
}
