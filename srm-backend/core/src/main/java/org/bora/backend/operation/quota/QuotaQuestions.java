package org.bora.backend.operation.quota;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.bora.api.Catalogue;
import org.bora.api.Functions;
import org.bora.api.space.QuotaReply;
import org.bora.api.space.QuotaStanding;
import org.bora.api.word.Call;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.Surl;
import org.bora.api.word.SurlsRequest;
import org.bora.backend.allowance.Quotas;
import org.bora.backend.authorise.Entrance;
import org.bora.backend.authorise.OperationClass;
import org.bora.backend.database.Transactions;
import org.bora.backend.request.Claimant;

/** Tells callers their use of areas and their quotas. Thread safe. */
public final class QuotaQuestions {
  private final Entrance entrance;
  private final Transactions transactions;
  private final Quotas quotas;

  public QuotaQuestions(Entrance entrance, Transactions transactions, Quotas quotas) {
    this.entrance = Objects.requireNonNull(entrance, "entrance");
    this.transactions = Objects.requireNonNull(transactions, "transactions");
    this.quotas = Objects.requireNonNull(quotas, "quotas");
  }

  /** What can be asked. */
  public Functions functions() {
    return Functions.of(Catalogue.QUOTAS, this::quotas);
  }

  QuotaReply quotas(Call call, SurlsRequest asked) {
    Set<String> areas = new TreeSet<>();
    for (Surl surl : asked.surls()) {
      switch (entrance.enter(call.caller(), OperationClass.LIST, surl)) {
        case Entrance.Entry.Refused(ReturnStatus status) -> {
          return new QuotaReply(status, List.of());
        }
        case Entrance.Entry.Above _ -> {
          // a directory above the areas holds no files
        }
        case Entrance.Entry.Inside(var place) -> areas.add(place.area().name());
      }
    }
    Quotas.Owner owner = Quotas.Owner.of(Claimant.of(call.caller()));
    List<QuotaStanding> standing = new ArrayList<>();
    for (String area : areas) {
      if (quotas.isLimited(area)) {
        standing.addAll(transactions.read(sql -> quotas.standing(sql, area, owner)));
      }
    }
    return new QuotaReply(ReturnStatus.success(), standing);
  }
}
