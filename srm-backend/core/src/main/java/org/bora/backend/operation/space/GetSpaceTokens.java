package org.bora.backend.operation.space;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bora.api.space.SpaceTokensReply;
import org.bora.api.word.Call;
import org.bora.api.word.Caller;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.backend.authorise.Authoriser;
import org.bora.backend.authorise.Decision;
import org.bora.backend.authorise.OperationClass;
import org.bora.backend.locate.Locator;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.space.Space;
import org.bora.backend.space.SpaceOwner;

/**
 * srmGetSpaceTokens (GFD.129 2.8): the areas' own tokens and the caller's reservations. Clients
 * call it before every transfer into a space: one statement, by an index over owner and
 * description.
 */
public final class GetSpaceTokens {
  private final SpaceServices services;
  private final Locator locator;
  private final Authoriser authoriser;

  GetSpaceTokens(SpaceServices services) {
    this.services = services;
    this.locator = services.entrance().locator();
    this.authoriser = services.entrance().authoriser();
  }

  /**
   * The tokens of the spaces that the caller may use, those of areas first.
   *
   * @param description compared exactly; absent means all that the caller may use
   */
  public SpaceTokensReply getSpaceTokens(Call call, Optional<String> description) {
    Caller caller = call.caller();
    if (!authoriser.isKnown(caller)) {
      return refused(
          SrmStatus.AUTHORIZATION_FAILURE, "no area of this service knows " + caller.dn());
    }
    List<String> tokens =
        new ArrayList<>(
            locator.areas().stream()
                .filter(area -> description.map(area.spaceDescription()::equals).orElse(true))
                .filter(area -> mayList(caller, area))
                .map(StorageArea::spaceToken)
                .toList());
    services.reservations().ofOwners(description, SpaceOwner.names(caller), services.now()).stream()
        .filter(space -> locator.area(space.area()).isPresent())
        .map(Space::token)
        .forEach(tokens::add);
    return tokens.isEmpty()
        ? refused(SrmStatus.INVALID_REQUEST, "No such space tokens")
        : new SpaceTokensReply(ReturnStatus.success(), tokens);
  }

  private boolean mayList(Caller caller, StorageArea area) {
    return authoriser.decide(caller, OperationClass.LIST, area) instanceof Decision.Allowed;
  }

  private static SpaceTokensReply refused(SrmStatus code, String explanation) {
    return new SpaceTokensReply(ReturnStatus.of(code, explanation), List.of());
  }
}
