package org.bora.server.wire;

import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import org.bora.api.trace.Tracing;
import org.bora.backend.access.AreaAcls;
import org.bora.backend.accesskey.Vault;
import org.bora.backend.allowance.Quotas;
import org.bora.backend.authorise.Accounts;
import org.bora.backend.authorise.MachineAccounts;
import org.bora.backend.bearer.BearerKeys;
import org.bora.backend.database.Database;
import org.bora.backend.database.SharedClock;
import org.bora.backend.database.TimeTable;
import org.bora.backend.database.Transactions;
import org.bora.backend.desk.Bans;
import org.bora.backend.locate.Locator;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.operation.request.NamesInUse;
import org.bora.backend.request.NameUse;
import org.bora.backend.request.PutEnding;
import org.bora.backend.request.PutTable;
import org.bora.backend.request.TokenSource;
import org.bora.backend.seal.KeyFile;
import org.bora.backend.serve.Waiting;
import org.bora.backend.space.OwnSpaces;
import org.bora.backend.space.SpaceBooks;
import org.bora.backend.space.SpaceSettings;
import org.bora.backend.turl.HttpsTurls;
import org.bora.backend.turl.TurlCounts;
import org.bora.gridftp.watch.GridFtpServers;
import org.bora.server.config.BackendSettings;
import org.bora.storage.account.AccountSettings;
import org.bora.storage.account.NameServiceAccounts;

/**
 * What operations build on, and what stays when settings change: areas, books, GridFTP servers,
 * accounts.
 *
 * @param acls of the areas
 * @param names knows which names are in use
 * @param vault opens the secrets of access keys
 * @param bans ordered bans
 * @param https where https TURLs lead to, if they are offered
 * @param turls counts https TURLs
 * @param bearers keys of the tokens that the site itself issues
 */
record Ground(
    Clock clock,
    Locator locator,
    GridFtpServers gridFtp,
    Transactions transactions,
    TokenSource tokens,
    SpaceBooks books,
    Accounts accounts,
    AreaAcls acls,
    NameUse names,
    Vault vault,
    Bans bans,
    BearerKeys bearers,
    Optional<HttpsTurls> https,
    TurlCounts turls) {

  private static final Duration LOOK_AT_TIME = Duration.ofSeconds(15);

  /** Creates it, and updates the areas' own spaces in the books from the configuration. */
  static Ground lay(
      BackendSettings settings,
      Areas areas,
      GridFtpServers gridFtp,
      Optional<HttpsTurls> https,
      Database database,
      Tracing tracing,
      Threads threads,
      Running running)
      throws StartFailure {
    SecureRandom random = new SecureRandom();
    Locator locator = areas.locator();
    Transactions transactions =
        new Transactions(database, Thread::sleep, random, Waiting::isOver, tracing);
    Clock clock = shared(transactions, threads, running);
    TokenSource tokens = new TokenSource(clock, random);
    SpaceBooks books =
        new SpaceBooks(
            new SpaceSettings(settings.spaceShares(), areas.spaces()), locator, clock, random);
    Accounts accounts =
        new MachineAccounts(new NameServiceAccounts(AccountSettings.defaults(), clock));
    int directoryMode = settings.directories().functions().directoryMode();
    Ground ground =
        new Ground(
            clock,
            locator,
            gridFtp,
            transactions,
            tokens,
            books,
            accounts,
            AclParts.begin(areas, accounts, directoryMode),
            new NamesInUse(transactions, locator, books, tokens),
            new Vault(transactions, tokens, vaultFile(areas), random),
            new Bans(transactions, tokens),
            new BearerKeys(transactions, clock, random),
            https,
            new TurlCounts());
    ground.openSpaces();
    return ground;
  }

  private static KeyFile vaultFile(Areas areas) {
    return KeyFile.in(areas.home().orElseThrow(), KeyFile.Kind.VAULT);
  }

  /** The time of the database: backends and their machines agree on no other. */
  private static SharedClock shared(Transactions transactions, Threads threads, Running running) {
    TimeTable time = new TimeTable();
    SharedClock clock =
        new SharedClock(() -> transactions.read(time::now), Clock.systemUTC(), System::nanoTime);
    Repeated looks = Repeated.every(LOOK_AT_TIME, "the time", clock::look, threads);
    // as what only closes, and is no duty: a backend that takes up nothing new has time too
    AutoCloseable apart = () -> looks.close();
    running.add("clock", apart);
    return clock;
  }

  private void openSpaces() {
    OwnSpaces ownSpaces = new OwnSpaces(books.settings());
    for (StorageArea area : locator.areas()) {
      transactions.run(
          sql -> {
            ownSpaces.open(sql, area, tokens.now());
            return area;
          });
    }
  }

  /** Goes by the limits of the start, as the books do. */
  Quotas quotas() {
    return new Quotas(books, clock::millis);
  }

  PutEnding putEnding() {
    return new PutEnding(transactions, new PutTable(), locator, books);
  }
}
