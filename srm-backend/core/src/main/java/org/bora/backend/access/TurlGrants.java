package org.bora.backend.access;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.bora.api.BackendFailure;
import org.bora.api.word.Caller;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.Surl;
import org.bora.backend.authorise.Mapping;
import org.bora.backend.authorise.Mapping.Mapped;
import org.bora.backend.database.Transactions;
import org.bora.backend.locate.Location.Place;
import org.bora.backend.locate.Locator;
import org.bora.backend.outcome.StorageRefusal;
import org.bora.backend.request.NameKey;
import org.bora.backend.request.RequestToken;
import org.bora.backend.request.TokenSource;
import org.bora.storage.spi.Acl;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.Owner;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens files just in time: while a TURL is valid, an entry in the access control lists of the file
 * and of the directories above lets the account of its holder use it. Thread safe.
 *
 * <p>Grants are entered into the database and committed before any list is changed. The row of a
 * pin or put shows whether it has ended. The call that ends it calls {@link #settle}, and the sweep
 * finds what was not settled.
 */
public final class TurlGrants implements AclChanges, TurlAccess {
  private static final Logger LOG = LoggerFactory.getLogger(TurlGrants.class);
  private static final int BATCH = 200;

  private final AreaAcls acls;
  private final AccountRights rights;
  private final Mapping mapping;
  private final Locator locator;
  private final Transactions transactions;
  private final TokenSource tokens;
  private final GrantTable grants = new GrantTable();
  private final GrantSettlement settlement;

  public TurlGrants(
      AreaAcls acls,
      AccountRights rights,
      Mapping mapping,
      Locator locator,
      Transactions transactions,
      TokenSource tokens) {
    this.acls = acls;
    this.rights = rights;
    this.mapping = mapping;
    this.locator = locator;
    this.transactions = transactions;
    this.tokens = tokens;
    this.settlement = new GrantSettlement(transactions, locator);
  }

  /** Whether any area opens its files just in time. */
  public boolean areNeeded() {
    return acls.has(AclMode.JUST_IN_TIME);
  }

  /** The purpose of a TURL. */
  public enum Use {
    READ,
    /** The hidden file belongs to the account already; the way to it may be closed. */
    WRITE
  }

  /** Why a caller without an account gets no TURL where files are opened for accounts. */
  public Optional<ReturnStatus> refusal(Caller caller, Collection<Surl> surls) {
    return surls.stream().anyMatch(surl -> place(surl).isPresent())
            && mapping.map(caller) instanceof Mapped.Refused(String reason)
        ? Optional.of(ReturnStatus.of(SrmStatus.AUTHORIZATION_FAILURE, reason))
        : Optional.empty();
  }

  /** The place of a SURL in an area that opens its files just in time. */
  private Optional<Place> place(Surl surl) {
    return locator.locate(surl) instanceof Place place
            && acls.mode(place.area()) == AclMode.JUST_IN_TIME
        ? Optional.of(place)
        : Optional.empty();
  }

  /**
   * Lets the caller's account use the TURLs of these files. May be repeated.
   *
   * @throws BackendFailure if the storage does not permit it; the log has the reason
   */
  public void open(Caller caller, String token, Use use, Collection<Surl> surls) {
    Optional<RequestToken> id = RequestToken.parse(token);
    if (id.isEmpty()
        || !(mapping.map(caller) instanceof Mapped.To mapped)
        || mapped.owner().equals(Owner.PROCESS)) {
      return; // all files belong to the account that GridFTP runs as
    }
    Actor actor = rights.actor(mapped);
    NeededRights needed = new NeededRights(actor);
    surls.stream()
        .flatMap(surl -> place(surl).stream())
        .forEach(use == Use.READ ? needed::toRead : needed::toWrite);
    if (needed.all().isEmpty()) {
      return;
    }
    Instant now = tokens.now();
    List<GrantedEntry> entered =
        transactions.run(
            sql -> {
              List<GrantedEntry> entries =
                  needed.all().stream().map(NeededRights.Needed::entry).toList();
              List<AclGrant> missing =
                  missing(grants.on(sql, entries, now), needed, actor, id.get());
              grants.insert(sql, missing);
              return missing.stream().map(AclGrant::entry).distinct().toList();
            });
    if (!settlement.settle(entered, now)) {
      throw new BackendFailure(
          BackendFailure.Kind.PERMANENT, "the storage does not open the files for you", null);
    }
  }

  /**
   * The grants that are to be entered. What stood on disk was read before {@code known}: where a
   * grant had changed it by then, its row is there and tells what had been before.
   */
  private static List<AclGrant> missing(
      List<AclGrant> known, NeededRights needed, Actor actor, RequestToken token) {
    Map<GrantedEntry, AclGrant> others = new HashMap<>();
    known.stream()
        .filter(grant -> grant.uid() == actor.uid())
        .forEach(grant -> others.putIfAbsent(grant.entry(), grant));
    List<AclGrant> missing = new ArrayList<>();
    for (NeededRights.Needed need : needed.all()) {
      AclGrant other = others.get(need.entry());
      if (other != null || !need.suffices()) {
        OptionalInt before = other == null ? need.before() : other.before();
        for (NameKey name : need.names()) {
          missing.add(
              new AclGrant(need.entry(), actor.uid(), token, name, need.digit(), before, true));
        }
      }
    }
    return missing;
  }

  /**
   * Removes the grants of a request's ended pins and puts. It fails no call, because their end is
   * already committed; the sweep removes grants that are left.
   */
  public void settle(String token) {
    RequestToken.parse(token)
        .ifPresent(id -> orBySweep(() -> transactions.read(sql -> grants.ofRequest(sql, id))));
  }

  /** Removes the grants of ended pins and puts on these names, in the same way. */
  public void settle(Collection<Surl> surls) {
    List<NameKey> names =
        surls.stream().flatMap(surl -> place(surl).stream()).map(NameKey::of).distinct().toList();
    if (!names.isEmpty()) {
      orBySweep(() -> transactions.read(sql -> grants.ofNames(sql, names)));
    }
  }

  private void orBySweep(Supplier<List<GrantedEntry>> ended) {
    try {
      settlement.settle(ended.get(), tokens.now());
    } catch (BackendFailure e) {
      LOG.warn(
          "the access control lists of files whose pins or puts have ended keep their entries until"
              + " the next sweep: {}",
          e.getMessage(),
          e);
    }
  }

  @Override
  public void leave(Place place) {
    if (acls.mode(place.area()) != AclMode.JUST_IN_TIME) {
      return;
    }
    try {
      AreaPath real = RealPath.of(place.area().tree(), place.path());
      GrantedEntry top = GrantedEntry.at(new Place(place.area(), real));
      settlement.end(transactions.read(sql -> grants.within(sql, top)), tokens.now());
    } catch (StorageException e) {
      if (e.reason() != Reason.MISSING) {
        StorageRefusal.of(e);
      }
    }
  }

  /** Settles all unsettled grants. Returns the number of lists that were read. */
  public int sweep(Instant now) {
    int done = 0;
    byte[] after = new byte[0];
    while (true) {
      byte[] from = after;
      List<GrantedEntry> over = transactions.read(sql -> grants.over(sql, now, from, BATCH));
      settlement.sweep(over, now);
      done += over.size();
      if (over.size() < BATCH) {
        return done;
      }
      after = over.getLast().key().bytes();
    }
  }

  @Override
  public void change(Place place, UnaryOperator<Acl> change, Set<Integer> users)
      throws StorageException {
    AreaTree tree = place.area().tree();
    if (acls.mode(place.area()) != AclMode.JUST_IN_TIME) {
      AclChanges.apply(tree, place.path(), change);
      return;
    }
    AreaPath real = RealPath.of(tree, place.path());
    settlement.change(GrantedEntry.at(new Place(place.area(), real)), tree, change, users);
  }
}
