package org.bora.backend.stage.scrub;

import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import org.bora.api.Catalogue;
import org.bora.api.Functions;
import org.bora.api.damage.DamageReport;
import org.bora.api.word.Call;
import org.bora.api.word.LogText;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.StatusReply;
import org.bora.backend.database.Transactions;
import org.bora.backend.locate.Location.Place;
import org.bora.backend.locate.Locator;
import org.bora.backend.outcome.StorageRefusal;
import org.bora.backend.space.StoredFile;
import org.bora.backend.space.StoredFiles;
import org.bora.backend.stage.alarm.Alarms;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.StorageException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handles the report of a door that found a damaged file while copying: it raises the same alarm as
 * the {@link Scrub}, and the alarm ends in the same way. The report only counts if it is about the
 * current content on disk; the file is not read again. Thread safe.
 */
public final class ReportDamage {
  private static final Logger LOG = LoggerFactory.getLogger(ReportDamage.class);
  private static final Pattern ADLER32 = Pattern.compile("[0-9a-f]{8}");

  private final Transactions transactions;
  private final Locator locator;
  private final Alarms alarms;
  private final StoredFiles files = new StoredFiles();

  public ReportDamage(Transactions transactions, Locator locator, Alarms alarms) {
    this.transactions = Objects.requireNonNull(transactions, "transactions");
    this.locator = Objects.requireNonNull(locator, "locator");
    this.alarms = Objects.requireNonNull(alarms, "alarms");
  }

  /** What can be asked. */
  public Functions functions() {
    return Functions.of(Catalogue.REPORT_DAMAGE, this::report);
  }

  /** As {@link Catalogue#REPORT_DAMAGE}. */
  StatusReply report(Call call, DamageReport report) {
    ReturnStatus status = status(report);
    if (status.code() != SrmStatus.SUCCESS) {
      LOG.warn(
          "a report of the {} door is ignored, that {} is damaged (ADLER32 is {}, stored was {}):"
              + " {} dn={}",
          LogText.of(report.door()),
          LogText.of(report.surl().text()),
          LogText.of(report.read()),
          LogText.of(report.stored()),
          status.explanation(),
          LogText.of(call.caller().dn()));
    }
    return new StatusReply(status);
  }

  private ReturnStatus status(DamageReport report) {
    if (!ADLER32.matcher(report.read()).matches() || report.read().equals(report.stored())) {
      return ReturnStatus.of(SrmStatus.INVALID_REQUEST, "its checksums show no damage");
    }
    if (!(locator.locate(report.surl()) instanceof Place place)) {
      return ReturnStatus.of(SrmStatus.INVALID_PATH, "no storage area holds this SURL");
    }
    try {
      EntryFacts facts = place.area().tree().facts(place.path());
      if (!facts.id().map(UUID::toString).equals(report.file())) {
        return ReturnStatus.of(SrmStatus.INVALID_REQUEST, "it is not the file that was read");
      }
      if (!facts.adler32().equals(Optional.of(report.stored()))) {
        return ReturnStatus.of(SrmStatus.INVALID_REQUEST, "it has another stored checksum");
      }
      if (!facts.residency().onDisk()) {
        return ReturnStatus.of(SrmStatus.INVALID_REQUEST, "its bytes are not on disk any more");
      }
      Optional<StoredFile> file = inBooks(place, facts);
      file.ifPresent(known -> alarms.raise(Scrub.key(known), Scrub.damaged(place.area(), known)));
      return file.isPresent()
          ? ReturnStatus.success()
          : ReturnStatus.of(SrmStatus.INVALID_REQUEST, "it is not in the database: bora rebuild");
    } catch (StorageException e) {
      return StorageRefusal.of(e);
    }
  }

  /** Alarms of other files are forgotten within a minute ({@link Alarms#forgetWhatIsOver}). */
  private Optional<StoredFile> inBooks(Place place, EntryFacts facts) {
    return transactions.read(sql -> files.at(sql, place.area().name(), place.path())).stream()
        .filter(known -> facts.id().equals(Optional.of(known.id())))
        .findFirst();
  }
}
