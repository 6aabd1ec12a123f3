package org.bora.backend.operation.space;

import java.util.List;
import java.util.Optional;
import org.bora.api.request.LifetimesReply;
import org.bora.api.space.ChangeSpaceReply;
import org.bora.api.space.ChangeSpaceRequest;
import org.bora.api.space.ExtendInSpaceRequest;
import org.bora.api.space.PurgeRequest;
import org.bora.api.space.ReleaseSpaceRequest;
import org.bora.api.space.ReserveSpaceReply;
import org.bora.api.space.ReserveSpaceRequest;
import org.bora.api.space.SpaceCalls;
import org.bora.api.space.SpaceMetaDataReply;
import org.bora.api.space.SpaceTokensReply;
import org.bora.api.space.UpdateSpaceReply;
import org.bora.api.space.UpdateSpaceRequest;
import org.bora.api.word.Call;
import org.bora.api.word.StatusReply;
import org.bora.api.word.SurlStatusesReply;
import org.bora.backend.authorise.Entrance;
import org.bora.backend.database.Transactions;
import org.bora.backend.request.FileLifeSettings;
import org.bora.backend.request.NameUse;
import org.bora.backend.request.RequestFiles;
import org.bora.backend.request.TokenSource;
import org.bora.backend.space.Reservations;
import org.bora.backend.space.SpaceBooks;
import org.bora.backend.space.SpaceRegister;

/** The space functions, wired. Thread safe. */
public final class SpaceOperations implements SpaceCalls {
  private final GetSpaceTokens tokens;
  private final GetSpaceMetaData metaData;
  private final ReserveSpace reserve;
  private final UpdateSpace update;
  private final ReleaseSpace release;
  private final ChangeSpaceForFiles change;
  private final ExtendFileLifeTimeInSpace extend;
  private final PurgeFromSpace purge;
  private final EndedSpaces ended;
  private final RequestFiles requestFiles;

  public SpaceOperations(
      Transactions transactions,
      Entrance entrance,
      SpaceBooks books,
      NameUse names,
      FileLifeSettings lives,
      TokenSource tokenSource) {
    SpaceServices services =
        new SpaceServices(
            transactions,
            entrance,
            books,
            new SpaceRegister(transactions, entrance.locator(), books),
            new Reservations(transactions, books),
            new SpaceRequestTable(),
            tokenSource);
    tokens = new GetSpaceTokens(services);
    metaData = new GetSpaceMetaData(services);
    reserve = new ReserveSpace(services);
    update = new UpdateSpace(services);
    ended = new EndedSpaces(services, names);
    release = new ReleaseSpace(services, ended);
    change = new ChangeSpaceForFiles(services, names);
    extend = new ExtendFileLifeTimeInSpace(services, names, lives);
    purge = new PurgeFromSpace(services, names);
    requestFiles = new SpaceRequestFiles(services);
  }

  /** Requests about spaces, for the operations on requests of any kind. */
  public RequestFiles requestFiles() {
    return requestFiles;
  }

  /** Brings home what ended spaces have; for the sweep. */
  public EndedSpaces endedSpaces() {
    return ended;
  }

  /** Goes on with what calls could not finish; for the sweep. */
  public ChangeSpaceForFiles changes() {
    return change;
  }

  @Override
  public SpaceTokensReply getSpaceTokens(Call call, Optional<String> description) {
    return tokens.getSpaceTokens(call, description);
  }

  @Override
  public SpaceMetaDataReply getSpaceMetaData(Call call, List<String> asked) {
    return metaData.getSpaceMetaData(call, asked);
  }

  @Override
  public ReserveSpaceReply reserveSpace(Call call, ReserveSpaceRequest request) {
    return reserve.reserveSpace(call, request);
  }

  @Override
  public ReserveSpaceReply statusOfReserveSpace(Call call, String token) {
    return reserve.statusOfReserveSpace(call, token);
  }

  @Override
  public UpdateSpaceReply updateSpace(Call call, UpdateSpaceRequest request) {
    return update.updateSpace(call, request);
  }

  @Override
  public UpdateSpaceReply statusOfUpdateSpace(Call call, String token) {
    return update.statusOfUpdateSpace(call, token);
  }

  @Override
  public StatusReply releaseSpace(Call call, ReleaseSpaceRequest request) {
    return release.releaseSpace(call, request);
  }

  @Override
  public ChangeSpaceReply changeSpaceForFiles(Call call, ChangeSpaceRequest request) {
    return change.changeSpaceForFiles(call, request);
  }

  @Override
  public ChangeSpaceReply statusOfChangeSpaceForFiles(Call call, String token) {
    return change.statusOfChangeSpaceForFiles(call, token);
  }

  @Override
  public LifetimesReply extendFileLifeTimeInSpace(Call call, ExtendInSpaceRequest request) {
    return extend.extendFileLifeTimeInSpace(call, request);
  }

  @Override
  public SurlStatusesReply purgeFromSpace(Call call, PurgeRequest request) {
    return purge.purgeFromSpace(call, request);
  }
}
