package org.bora.backend.operation.space;

import org.bora.api.Catalogue;
import org.bora.api.Functions;
import org.bora.backend.authorise.Entrance;
import org.bora.backend.database.Transactions;
import org.bora.backend.request.FileLifeSettings;
import org.bora.backend.request.NameUse;
import org.bora.backend.request.RequestFiles;
import org.bora.backend.request.TokenSource;
import org.bora.backend.space.Reservations;
import org.bora.backend.space.SpaceBooks;
import org.bora.backend.space.SpaceRegister;

/** Wires the space functions. Thread safe. */
public final class SpaceOperations {
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

  /** What can be asked. */
  public Functions functions() {
    return Functions.of(
            Catalogue.GET_SPACE_TOKENS, (call, of) -> tokens.getSpaceTokens(call, of.description()))
        .and(
            Catalogue.GET_SPACE_META_DATA,
            (call, of) -> metaData.getSpaceMetaData(call, of.tokens()))
        .and(Catalogue.RESERVE_SPACE, reserve::reserveSpace)
        .and(
            Catalogue.STATUS_OF_RESERVE_SPACE,
            (call, of) -> reserve.statusOfReserveSpace(call, of.token()))
        .and(Catalogue.UPDATE_SPACE, update::updateSpace)
        .and(
            Catalogue.STATUS_OF_UPDATE_SPACE,
            (call, of) -> update.statusOfUpdateSpace(call, of.token()))
        .and(Catalogue.RELEASE_SPACE, release::releaseSpace)
        .and(Catalogue.CHANGE_SPACE_FOR_FILES, change::changeSpaceForFiles)
        .and(
            Catalogue.STATUS_OF_CHANGE_SPACE_FOR_FILES,
            (call, of) -> change.statusOfChangeSpaceForFiles(call, of.token()))
        .and(Catalogue.EXTEND_FILE_LIFE_TIME_IN_SPACE, extend::extendFileLifeTimeInSpace)
        .and(Catalogue.PURGE_FROM_SPACE, purge::purgeFromSpace);
  }
}
