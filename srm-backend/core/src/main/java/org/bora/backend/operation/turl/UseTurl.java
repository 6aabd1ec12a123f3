package org.bora.backend.operation.turl;

import java.util.Optional;
import java.util.UUID;
import org.bora.api.Catalogue;
import org.bora.api.Functions;
import org.bora.api.turl.TurlReply;
import org.bora.api.turl.TurlUse;
import org.bora.api.word.Call;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.backend.database.Transactions;
import org.bora.backend.locate.Location.Place;
import org.bora.backend.locate.Locator;
import org.bora.backend.request.NameKey;
import org.bora.backend.request.RequestToken;
import org.bora.backend.request.TokenSource;

/** A step of a transfer by a transfer URL. Thread safe. */
public final class UseTurl {
  private final boolean given;
  private final Locator locator;
  private final ReadTurl reads;
  private final WriteTurl writes;

  /**
   * @param given whether the site gives such URLs; else those of before are of no use
   * @param uploadMode of hidden files that are made anew
   */
  public UseTurl(
      boolean given,
      Transactions transactions,
      Locator locator,
      TokenSource tokens,
      int uploadMode) {
    this.given = given;
    this.locator = locator;
    this.reads = new ReadTurl(transactions, tokens);
    this.writes = new WriteTurl(transactions, locator, tokens, uploadMode);
  }

  /** What can be asked. */
  public Functions functions() {
    return Functions.of(Catalogue.USE_TURL, this::use);
  }

  TurlReply use(Call call, TurlUse use) {
    if (!given) {
      return gone("this site has none any more");
    }
    Optional<RequestToken> request = RequestToken.parse(use.request());
    if (request.isEmpty() || !(locator.locate(use.surl()) instanceof Place place)) {
      return gone("nothing is known of its request");
    }
    if (!isAttempt(use.attempt())) {
      return refused(SrmStatus.INVALID_REQUEST, "a transfer has an identifier");
    }
    NameKey key = NameKey.of(use.surl(), place);
    return use.writes()
        ? writes.use(use, request.get(), key)
        : reads.use(use, request.get(), key, place);
  }

  private static boolean isAttempt(String text) {
    try {
      return UUID.fromString(text) != null;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /** Which transfer takes the step. */
  static UUID attempt(TurlUse use) {
    return UUID.fromString(use.attempt());
  }

  /** The URL's purpose has ended, or never existed. */
  static TurlReply gone(String why) {
    return TurlReply.of(
        ReturnStatus.of(SrmStatus.FILE_LIFETIME_EXPIRED, "the transfer URL is of no use: " + why));
  }

  static TurlReply refused(SrmStatus code, String why) {
    return TurlReply.of(ReturnStatus.of(code, why));
  }
}
