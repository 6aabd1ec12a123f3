package org.bora.backend.request;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.bora.api.word.Caller;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.Surl;
import org.bora.backend.database.Transactions;
import org.bora.backend.locate.Locator;

/** Finds the put request behind a token, for its owner. */
public final class PutLookup {
  private final Transactions transactions;
  private final PutTable puts;
  private final Locator locator;

  public PutLookup(Transactions transactions, PutTable puts, Locator locator) {
    this.transactions = transactions;
    this.puts = puts;
    this.locator = locator;
  }

  /** The request, or why the caller has no access to it. */
  public sealed interface Found {
    record Yes(PutFiles put) implements Found {}

    record No(ReturnStatus status) implements Found {}
  }

  /** The request with all its files. */
  public Found find(Caller caller, String token) {
    return find(caller, token, List.of());
  }

  /** The request with those of its files that have these names; no names: all. */
  public Found find(Caller caller, String token, List<NameKey> keys) {
    Optional<PutFiles> put =
        RequestToken.parse(token)
            .flatMap(id -> transactions.read(sql -> puts.find(sql, id, new HashSet<>(keys))));
    if (put.isEmpty()) {
      return new Found.No(Ownership.unknown());
    }
    return Ownership.refusal(put.get().head(), caller, RequestKind.PUT)
        .<Found>map(Found.No::new)
        .orElseGet(() -> new Found.Yes(put.get()));
  }

  public NameKey keyOf(Surl surl) {
    return NameKey.of(surl, locator.locate(surl));
  }

  /** The file of each name. If a name occurs twice, the accepted file, or else the first. */
  public static Map<NameKey, PutRow> byName(List<PutRow> files) {
    Map<NameKey, PutRow> byName = new LinkedHashMap<>();
    for (PutRow file : files) {
      byName.merge(file.key(), Objects.requireNonNull(file), PutLookup::accepted);
    }
    return byName;
  }

  private static PutRow accepted(PutRow first, PutRow second) {
    return first instanceof RefusedPut && second instanceof AcceptedPut ? second : first;
  }
}
