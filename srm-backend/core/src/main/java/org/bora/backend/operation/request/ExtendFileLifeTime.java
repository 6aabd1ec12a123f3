package org.bora.backend.operation.request;

import java.util.List;
import java.util.Optional;
import org.bora.api.request.ExtendRequest;
import org.bora.api.request.LifetimeStatus;
import org.bora.api.request.LifetimesReply;
import org.bora.api.word.Call;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.StatusAggregation;
import org.bora.backend.request.FileLives;
import org.bora.backend.request.Lifetimes;
import org.bora.backend.request.RequestLimits;

/**
 * srmExtendFileLifeTime (GFD.129 section 5.16): with a token the lives of its pins, without one
 * those of the files; exactly one new lifetime belongs to each. Nothing is ever shortened.
 */
public final class ExtendFileLifeTime {
  private final PinExtension pins;
  private final FileLives lives;
  private final RequestLimits limits;

  ExtendFileLifeTime(PinExtension pins, FileLives lives, RequestLimits limits) {
    this.pins = pins;
    this.lives = lives;
    this.limits = limits;
  }

  /** As {@link org.bora.api.Catalogue#EXTEND_FILE_LIFE_TIME}. */
  public LifetimesReply extendFileLifeTime(Call call, ExtendRequest request) {
    Optional<String> wrong =
        limits
            .wrong(request.surls().size())
            .or(() -> contradiction(request))
            .or(() -> Lifetimes.wrong("new pin lifetime", request.pinLifetime()))
            .or(() -> Lifetimes.wrong("new file lifetime", request.fileLifetime()));
    if (wrong.isPresent()) {
      return refused(ReturnStatus.of(SrmStatus.INVALID_REQUEST, wrong.get()));
    }
    if (request.token().isEmpty()) {
      return told(lives.extend(call.caller(), request.surls(), request.fileLifetime().getAsInt()));
    }
    return switch (pins.extend(
        call, request.token().get(), request.surls(), request.pinLifetime().getAsInt())) {
      case PinExtension.Extended.No(ReturnStatus status) -> refused(status);
      case PinExtension.Extended.Yes(List<LifetimeStatus> files) -> told(files);
    };
  }

  private static Optional<String> contradiction(ExtendRequest request) {
    if (request.fileLifetime().isPresent() && request.pinLifetime().isPresent()) {
      return Optional.of("a new file lifetime and a new pin lifetime exclude each other");
    }
    if (request.token().isPresent()) {
      return request.pinLifetime().isPresent()
          ? Optional.empty()
          : Optional.of("with a request token a new pin lifetime must be given");
    }
    return request.fileLifetime().isPresent()
        ? Optional.empty()
        : Optional.of("without a request token a new file lifetime must be given");
  }

  private static LifetimesReply told(List<LifetimeStatus> files) {
    return new LifetimesReply(
        StatusAggregation.of(files.stream().map(LifetimeStatus::status).toList()), files);
  }

  private static LifetimesReply refused(ReturnStatus status) {
    return new LifetimesReply(status, List.of());
  }
}
