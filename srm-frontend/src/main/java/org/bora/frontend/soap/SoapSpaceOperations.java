package org.bora.frontend.soap;

import java.util.List;
import org.bora.api.Backend;
import org.bora.api.Catalogue;
import org.bora.api.request.DescriptionRequest;
import org.bora.api.request.TokensRequest;
import org.bora.api.space.SpaceDetail;
import org.bora.api.space.SpaceFigures;
import org.bora.api.space.SpaceMetaDataReply;
import org.bora.api.space.SpaceTokensReply;
import org.bora.api.word.Call;
import org.bora.api.word.ReturnStatus;
import org.bora.contract.ArrayOfTMetaDataSpace;
import org.bora.contract.SrmGetSpaceMetaDataRequest;
import org.bora.contract.SrmGetSpaceMetaDataResponse;
import org.bora.contract.SrmGetSpaceTokensRequest;
import org.bora.contract.SrmGetSpaceTokensResponse;
import org.bora.contract.TMetaDataSpace;

/** Queries about spaces (GFD.129 sections 2.6 and 2.11). */
final class SoapSpaceOperations {
  private final Backend backend;

  SoapSpaceOperations(Backend backend) {
    this.backend = backend;
  }

  List<ContractOperation<?, ?>> all() {
    return List.of(
        new ContractOperation<>(
            "srmGetSpaceTokens",
            SrmGetSpaceTokensRequest.class,
            this::getSpaceTokens,
            (status, request) -> tokens(status)),
        new ContractOperation<>(
            "srmGetSpaceMetaData",
            SrmGetSpaceMetaDataRequest.class,
            this::getSpaceMetaData,
            SoapSpaceOperations::metaDataRefused));
  }

  private SrmGetSpaceTokensResponse getSpaceTokens(Call call, SrmGetSpaceTokensRequest request) {
    SpaceTokensReply reply =
        backend.call(
            Catalogue.GET_SPACE_TOKENS,
            call,
            new DescriptionRequest(RequestFields.text(request.getUserSpaceTokenDescription())));
    SrmGetSpaceTokensResponse wire = tokens(reply.status());
    wire.setArrayOfSpaceTokens(ReplyFields.strings(reply.tokens()));
    return wire;
  }

  private static SrmGetSpaceTokensResponse tokens(ReturnStatus status) {
    SrmGetSpaceTokensResponse wire = new SrmGetSpaceTokensResponse();
    wire.setReturnStatus(ReplyFields.status(status));
    return wire;
  }

  private SrmGetSpaceMetaDataResponse getSpaceMetaData(
      Call call, SrmGetSpaceMetaDataRequest request) {
    List<String> tokens =
        RequestFields.entries(
            RequestFields.strings(request.getArrayOfSpaceTokens()), "arrayOfSpaceTokens");
    SpaceMetaDataReply reply =
        backend.call(Catalogue.GET_SPACE_META_DATA, call, new TokensRequest(tokens));
    SrmGetSpaceMetaDataResponse wire = new SrmGetSpaceMetaDataResponse();
    wire.setReturnStatus(ReplyFields.status(reply.status()));
    wire.setArrayOfSpaceDetails(details(reply.spaces()));
    return wire;
  }

  private static SrmGetSpaceMetaDataResponse metaDataRefused(
      ReturnStatus status, SrmGetSpaceMetaDataRequest request) {
    SrmGetSpaceMetaDataResponse wire = new SrmGetSpaceMetaDataResponse();
    wire.setReturnStatus(ReplyFields.status(status));
    List<String> tokens = RequestFields.strings(request.getArrayOfSpaceTokens());
    if (!tokens.isEmpty()) {
      ArrayOfTMetaDataSpace array = new ArrayOfTMetaDataSpace();
      tokens.forEach(token -> array.getSpaceDataArray().add(space(token, status)));
      wire.setArrayOfSpaceDetails(array);
    }
    return wire;
  }

  private static ArrayOfTMetaDataSpace details(List<SpaceDetail> spaces) {
    if (spaces.isEmpty()) {
      return null;
    }
    ArrayOfTMetaDataSpace array = new ArrayOfTMetaDataSpace();
    for (SpaceDetail detail : spaces) {
      TMetaDataSpace wire = space(detail.token(), detail.status());
      detail.figures().ifPresent(figures -> describe(wire, figures));
      array.getSpaceDataArray().add(wire);
    }
    return array;
  }

  private static TMetaDataSpace space(String token, ReturnStatus status) {
    TMetaDataSpace wire = new TMetaDataSpace();
    wire.setSpaceToken(token);
    wire.setStatus(ReplyFields.status(status));
    return wire;
  }

  private static void describe(TMetaDataSpace wire, SpaceFigures figures) {
    wire.setRetentionPolicyInfo(ReplyFields.retention(figures.retention()));
    wire.setOwner(figures.owner());
    wire.setTotalSize(figures.total());
    wire.setGuaranteedSize(figures.guaranteed());
    wire.setUnusedSize(figures.unused());
    wire.setLifetimeAssigned(figures.lifetimeAssigned());
    wire.setLifetimeLeft(figures.lifetimeLeft());
  }
}
