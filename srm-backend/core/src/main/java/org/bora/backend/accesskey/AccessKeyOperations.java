package org.bora.backend.accesskey;

import java.util.Optional;
import java.util.function.Function;
import org.bora.api.Catalogue;
import org.bora.api.Functions;
import org.bora.api.ban.BannedName;
import org.bora.api.word.Caller;
import org.bora.backend.authorise.Authoriser;
import org.bora.backend.authorise.Mapping;
import org.bora.backend.database.Transactions;
import org.bora.backend.request.TokenSource;

/** The operations on access keys, wired. Thread safe. */
public final class AccessKeyOperations {

  private AccessKeyOperations() {}

  /**
   * All of them.
   *
   * @param bans the ban by order that keeps a caller out
   */
  public static Functions of(
      AccessKeySettings settings,
      Transactions transactions,
      TokenSource tokens,
      Vault vault,
      Mapping mapping,
      Authoriser authoriser,
      Function<Caller, Optional<BannedName>> bans) {
    DoorSigningKeys signing = new DoorSigningKeys(transactions, tokens, vault, mapping, bans);
    OwnAccessKeys own =
        new OwnAccessKeys(new KeyStore(transactions, tokens, vault, settings), mapping, authoriser);
    return Functions.of(Catalogue.SIGNING_KEY, signing::signingKey)
        .and(Catalogue.CREATE_ACCESS_KEY, own::create)
        .and(Catalogue.LIST_ACCESS_KEYS, (call, nothing) -> own.list(call))
        .and(Catalogue.CHANGE_ACCESS_KEY, own::change);
  }
}
