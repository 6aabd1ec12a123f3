package org.bora.frontend.soap;

import java.util.List;
import org.bora.api.directory.Attributes;
import org.bora.api.directory.LsReply;
import org.bora.api.directory.PathDetail;
import org.bora.api.word.FileType;
import org.bora.contract.ArrayOfTMetaDataPathDetail;
import org.bora.contract.SrmLsResponse;
import org.bora.contract.TMetaDataPathDetail;

/** Entries of a listing in the types of the contract: what {@link LsWriter} writes is held to. */
final class ContractListing {
  private ContractListing() {}

  static SrmLsResponse of(LsReply reply) {
    SrmLsResponse wire = new SrmLsResponse();
    wire.setReturnStatus(ReplyFields.status(reply.status()));
    wire.setRequestToken(reply.token().orElse(null));
    wire.setDetails(of(reply.details()));
    return wire;
  }

  private static ArrayOfTMetaDataPathDetail of(List<PathDetail> details) {
    if (details.isEmpty()) {
      return null;
    }
    ArrayOfTMetaDataPathDetail array = new ArrayOfTMetaDataPathDetail();
    details.forEach(detail -> array.getPathDetailArray().add(detail(detail)));
    return array;
  }

  private static TMetaDataPathDetail detail(PathDetail detail) {
    TMetaDataPathDetail wire = new TMetaDataPathDetail();
    wire.setPath(detail.path());
    wire.setStatus(ReplyFields.status(detail.status()));
    detail.attributes().ifPresent(attributes -> describe(wire, attributes));
    wire.setArrayOfSubPaths(of(detail.children()));
    return wire;
  }

  private static void describe(TMetaDataPathDetail wire, Attributes attributes) {
    wire.setType(attributes.type().name());
    wire.setSize(attributes.size());
    wire.setCreatedAtTime(attributes.createdAt());
    wire.setLastModificationTime(attributes.modifiedAt());
    wire.setOwnerPermission(Permissions.user(attributes.owner()));
    wire.setGroupPermission(Permissions.group(attributes.group()));
    wire.setOtherPermission(attributes.other().name());
    wire.setArrayOfSpaceTokens(ReplyFields.strings(attributes.spaceToken().stream().toList()));
    if (attributes.type() == FileType.FILE) {
      wire.setFileStorageType(attributes.storageType().name());
      wire.setRetentionPolicyInfo(ReplyFields.retention(attributes.retention()));
      wire.setFileLocality(attributes.locality().name());
      wire.setLifetimeAssigned(ReplyFields.number(attributes.lifetimeAssigned()));
      wire.setLifetimeLeft(ReplyFields.number(attributes.lifetimeLeft()));
      attributes
          .checksum()
          .ifPresent(
              checksum -> {
                wire.setCheckSumType("ADLER32");
                wire.setCheckSumValue(checksum);
              });
    }
  }
}
