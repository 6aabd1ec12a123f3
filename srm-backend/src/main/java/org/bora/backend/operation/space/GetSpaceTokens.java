package org.bora.backend.operation.space;

import java.util.List;
import java.util.Optional;
import org.bora.api.space.SpaceTokensReply;
import org.bora.api.word.Call;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.backend.authorise.Authoriser;
import org.bora.backend.authorise.Decision;
import org.bora.backend.authorise.OperationClass;
import org.bora.backend.locate.Locator;
import org.bora.backend.locate.StorageArea;

/**
 * srmGetSpaceTokens (GFD.129 2.8): the areas' own tokens. Clients call it before every transfer
 * into a space, so it asks neither disk nor database.
 */
public final class GetSpaceTokens {

  private final Locator locator;
  private final Authoriser authoriser;

  public GetSpaceTokens(Locator locator, Authoriser authoriser) {
    this.locator = locator;
    this.authoriser = authoriser;
  }

  /**
   * The tokens of the spaces that the caller may use.
   *
   * @param description compared exactly; absent means all that the caller may use
   */
  public SpaceTokensReply getSpaceTokens(Call call, Optional<String> description) {
    if (!authoriser.isKnown(call.caller())) {
      return refused(
          SrmStatus.AUTHORIZATION_FAILURE, "no area of this service knows " + call.caller().dn());
    }
    List<String> tokens =
        locator.areas().stream()
            .filter(area -> description.map(area.spaceDescription()::equals).orElse(true))
            .filter(
                area ->
                    authoriser.decide(call.caller(), OperationClass.LIST, area)
                        instanceof Decision.Allowed)
            .map(StorageArea::spaceToken)
            .toList();
    return tokens.isEmpty()
        ? refused(SrmStatus.INVALID_REQUEST, "No such space tokens")
        : new SpaceTokensReply(ReturnStatus.success(), tokens);
  }

  private static SpaceTokensReply refused(SrmStatus code, String explanation) {
    return new SpaceTokensReply(ReturnStatus.of(code, explanation), List.of());
  }
}
