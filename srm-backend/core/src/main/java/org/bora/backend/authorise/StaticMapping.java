package org.bora.backend.authorise;

import java.util.Optional;
import org.bora.api.word.Caller;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One account for everyone. */
public final class StaticMapping implements ExplainedMapping {

  private static final Logger LOG = LoggerFactory.getLogger(StaticMapping.class);

  /** The key that names the account. */
  private static final String KEY = "mapping.static-account";

  private final String account;
  private final UsableAccounts usable;

  /**
   * Looks at the account.
   *
   * @throws IllegalArgumentException where it cannot be used
   */
  public StaticMapping(String account, Accounts accounts) {
    this.account = account;
    this.usable = new UsableAccounts(accounts, false);
    usable
        .obstacle(account)
        .ifPresent(
            why -> {
              throw new IllegalArgumentException(KEY + ": " + why);
            });
  }

  @Override
  public Mapped map(Caller caller) {
    Rulings.noteMapping(() -> KEY);
    Optional<String> obstacle = usable.obstacle(account);
    if (obstacle.isPresent()) {
      LOG.error("{}: {}", KEY, obstacle.get());
      return new Mapped.Refused("the local account of this service cannot be used");
    }
    return usable.mapped(account);
  }

  @Override
  public String explain(Caller caller) {
    return account + ", the static account of everyone";
  }
}
