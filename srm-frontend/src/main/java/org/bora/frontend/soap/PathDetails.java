package org.bora.frontend.soap;

import java.util.List;
import org.bora.api.directory.Attributes;
import org.bora.api.directory.PathDetail;
import org.bora.api.word.FileType;
import org.bora.api.word.ReturnStatus;
import org.bora.contract.ArrayOfAnyURI;
import org.bora.contract.ArrayOfTMetaDataPathDetail;
import org.bora.contract.TMetaDataPathDetail;

/**
 * Entries of a listing. Size, type, times, permissions and checksum are sent whether or not full
 * details were asked for: ARC decides by the type of a short listing, and shows no permissions
 * unless it has all three.
 */
final class PathDetails {
  private PathDetails() {}

  static ArrayOfTMetaDataPathDetail of(List<PathDetail> details) {
    if (details.isEmpty()) {
      return null;
    }
    ArrayOfTMetaDataPathDetail array = new ArrayOfTMetaDataPathDetail();
    details.forEach(detail -> array.getPathDetailArray().add(detail(detail)));
    return array;
  }

  /** One entry per SURL that was asked for: gfal2 reads the first whatever the request's status. */
  static ArrayOfTMetaDataPathDetail refused(ArrayOfAnyURI surls, ReturnStatus status) {
    if (surls == null || surls.getUrlArray().isEmpty()) {
      return null;
    }
    ArrayOfTMetaDataPathDetail array = new ArrayOfTMetaDataPathDetail();
    for (String surl : surls.getUrlArray()) {
      TMetaDataPathDetail wire = new TMetaDataPathDetail();
      wire.setPath(pathOf(surl));
      wire.setStatus(ReplyFields.status(status));
      array.getPathDetailArray().add(wire);
    }
    return array;
  }

  /** What follows {@code ?SFN=} or the host; the text itself where it is no SURL. */
  private static String pathOf(String surl) {
    int sfn = surl.indexOf("?SFN=");
    if (sfn >= 0) {
      return surl.substring(sfn + "?SFN=".length());
    }
    int host = surl.indexOf("://");
    int path = host < 0 ? -1 : surl.indexOf('/', host + 3);
    return path < 0 ? surl : surl.substring(path);
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
