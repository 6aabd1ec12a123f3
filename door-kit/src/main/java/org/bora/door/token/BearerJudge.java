package org.bora.door.token;

/** Verifies bearer tokens (RFC 6750). Thread safe; must not wait. */
@FunctionalInterface
public interface BearerJudge {

  /**
   * Judges a token.
   *
   * @param host address that the request came from
   */
  Tokens.Judgement judge(String token, String host);

  /** The same, where something is done with each refusal. */
  default BearerJudge refusing(Runnable refused) {
    return (token, host) -> {
      Tokens.Judgement judgement = judge(token, host);
      if (judgement instanceof Tokens.Judgement.Refused) {
        refused.run();
      }
      return judgement;
    };
  }

  /** The same, where a token that cannot be a JWT (RFC 7519) is for another judge. */
  default BearerJudge orElse(BearerJudge other) {
    return (token, host) -> (token.indexOf('.') < 0 ? other : this).judge(token, host);
  }
}
