package org.bora.server.wire;

import java.io.IOException;
import java.time.Clock;
import org.bora.api.word.Caller;
import org.bora.backend.authorise.Accounts;
import org.bora.backend.authorise.ExplainedMapping;
import org.bora.backend.authorise.GridMapping;
import org.bora.backend.authorise.MachineAccounts;
import org.bora.backend.authorise.MappingSettings;
import org.bora.backend.authorise.StaticMapping;
import org.bora.storage.account.AccountSettings;
import org.bora.storage.account.NameServiceAccounts;

/** Maps callers to local accounts, for a process that may change the owner of files. */
public final class MappingParts {
  private MappingParts() {}

  /** With the accounts of this machine. */
  public static ExplainedMapping of(MappingSettings settings) throws StartFailure {
    Clock clock = Clock.systemUTC();
    return of(
        settings,
        new MachineAccounts(new NameServiceAccounts(AccountSettings.defaults(), clock)),
        clock);
  }

  /** The account of a caller and why, in one line; where the mapping cannot be used, that. */
  public static String explain(MappingSettings settings, Caller caller) {
    try {
      return of(settings).explain(caller);
    } catch (StartFailure unusable) {
      return "unknown: " + unusable.getMessage();
    }
  }

  static ExplainedMapping of(MappingSettings settings, Accounts accounts, Clock clock)
      throws StartFailure {
    if (!settings.staticAccount().isEmpty()) {
      try {
        return new StaticMapping(settings.staticAccount().orElseThrow(), accounts);
      } catch (IllegalArgumentException wrong) {
        throw new StartFailure(wrong.getMessage());
      }
    }
    try {
      return new GridMapping(settings, accounts, clock);
    } catch (IllegalArgumentException wrong) {
      throw new StartFailure(settings.gridMapfile() + ": " + wrong.getMessage());
    } catch (IOException unreadable) {
      throw new StartFailure(settings.gridMapfile() + " does not exist, or cannot be read");
    }
  }
}
