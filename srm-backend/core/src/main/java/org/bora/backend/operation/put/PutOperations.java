package org.bora.backend.operation.put;

import java.util.function.Function;
import org.bora.api.Catalogue;
import org.bora.api.Functions;
import org.bora.backend.allowance.PutAllowance;
import org.bora.backend.allowance.PutLimits;
import org.bora.backend.allowance.Quotas;
import org.bora.backend.authorise.Entrance;
import org.bora.backend.authorise.Mapping;
import org.bora.backend.database.Transactions;
import org.bora.backend.locate.Locator;
import org.bora.backend.pin.CopyPins;
import org.bora.backend.rename.Unsettled;
import org.bora.backend.request.PutEnding;
import org.bora.backend.request.PutLookup;
import org.bora.backend.request.PutTable;
import org.bora.backend.request.TokenSource;
import org.bora.backend.space.SpaceBooks;
import org.bora.backend.space.SpaceRegister;
import org.bora.backend.turl.FileTurls;
import org.bora.backend.turl.Turls;

/** Wires the operations of a put. Thread safe. */
public final class PutOperations {

  private PutOperations() {}

  public static Functions of(
      PutSettings settings,
      Transactions transactions,
      PutStorage storage,
      Entrance entrance,
      Mapping mapping,
      Turls turls,
      TokenSource tokens) {
    Locator locator = entrance.locator();
    SpaceBooks books = storage.room().books();
    PutTable puts = new PutTable();
    PutLookup lookup = new PutLookup(transactions, puts, locator);
    PutEnding ending = new PutEnding(transactions, puts, locator, books);
    CopyPinCheck copyPins =
        new CopyPinCheck(transactions, locator, new CopyPins(storage.staging()));
    Wishes wishes = new Wishes(locator, entrance, settings);
    SpaceRegister spaces = new SpaceRegister(transactions, locator, books);
    Quotas quotas = new Quotas(books, () -> tokens.now().toEpochMilli());
    PutRegistration registration =
        new PutRegistration(
            transactions,
            ending,
            new UploadStart(settings, tokens),
            locator,
            storage.room(),
            new PutLimits(new PutAllowance(books), quotas),
            tokens);
    Function<Turls, PrepareToPut> through =
        ways ->
            new PrepareToPut(
                entrance,
                new PutTerms(settings, spaces, ways),
                wishes,
                copyPins,
                registration,
                mapping,
                tokens);
    PrepareToPut prepareToPut = through.apply(turls);
    PrepareToPut beginUpload = through.apply(new FileTurls());
    StatusOfPut statusOfPut = new StatusOfPut(lookup, tokens);
    PutDone putDone =
        new PutDone(
            lookup,
            mapping,
            new Sealing(locator, settings.fileMode()),
            new Publication(
                transactions,
                locator,
                new PutBooks(books, quotas),
                copyPins,
                new Unsettled(transactions, locator, books, tokens)),
            new PutPatience(transactions, ending, settings.doneGrace()),
            tokens);
    return Functions.of(Catalogue.PREPARE_TO_PUT, prepareToPut::prepareToPut)
        .and(Catalogue.BEGIN_UPLOAD, beginUpload::prepareToPut)
        .and(Catalogue.STATUS_OF_PUT, statusOfPut::statusOfPut)
        .and(Catalogue.PUT_DONE, putDone::putDone);
  }
}
