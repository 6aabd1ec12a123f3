package org.bora.frontend.soap;

import static org.bora.frontend.soap.RequestFields.count;
import static org.bora.frontend.soap.RequestFields.flag;
import static org.bora.frontend.soap.RequestFields.required;
import static org.bora.frontend.soap.RequestFields.surls;
import static org.bora.frontend.soap.RequestFields.word;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.bora.api.Backend;
import org.bora.api.Catalogue;
import org.bora.api.directory.LsReply;
import org.bora.api.directory.LsRequest;
import org.bora.api.directory.LsStream;
import org.bora.api.directory.PathDetail;
import org.bora.api.directory.StatusOfLsRequest;
import org.bora.api.word.Call;
import org.bora.api.word.FileStorageType;
import org.bora.api.word.ReturnStatus;
import org.bora.contract.ArrayOfAnyURI;
import org.bora.contract.SrmLsRequest;
import org.bora.contract.SrmStatusOfLsRequestRequest;

/**
 * Listings (GFD.129 4.4 and 4.5), whose replies are written while they are read from the backend.
 */
final class SoapListingOperations {
  private static final String LS = "srmLs";
  private static final String STATUS_OF_LS = "srmStatusOfLsRequest";

  private final Backend backend;

  SoapListingOperations(Backend backend) {
    this.backend = backend;
  }

  List<ContractOperation<?, ?>> all() {
    return List.of(
        new ContractOperation<>(LS, SrmLsRequest.class, this::ls, SoapListingOperations::lsRefused),
        new ContractOperation<>(
            STATUS_OF_LS,
            SrmStatusOfLsRequestRequest.class,
            this::statusOfLs,
            (status, request) -> statusOfLsRefused(status)));
  }

  private StreamedReply ls(Call call, SrmLsRequest request) {
    LsStream listing =
        backend.open(
            Catalogue.LS,
            call,
            new LsRequest(
                surls(request.getArrayOfSURLs(), "arrayOfSURLs"),
                flag(request.isFullDetailedList()),
                flag(request.isAllLevelRecursive()),
                count(request.getNumOfLevels(), "numOfLevels"),
                count(request.getOffset(), "offset"),
                count(request.getCount(), "count"),
                word(FileStorageType.class, request.getFileStorageType(), "fileStorageType")));
    return new StreamedReply(LS, listing, status -> refused(request.getArrayOfSURLs(), status));
  }

  private static StreamedReply lsRefused(ReturnStatus status, SrmLsRequest request) {
    ArrayOfAnyURI surls = request.getArrayOfSURLs();
    return new StreamedReply(LS, refused(surls, status), later -> refused(surls, later));
  }

  /** One entry per requested SURL: gfal2 reads the first one whatever the request's status. */
  private static LsStream refused(ArrayOfAnyURI surls, ReturnStatus status) {
    List<PathDetail> details =
        surls == null
            ? List.of()
            : surls.getUrlArray().stream()
                .filter(Objects::nonNull)
                .map(surl -> new PathDetail(pathOf(surl), status, Optional.empty(), List.of()))
                .toList();
    return LsStream.of(LsReply.of(status, details));
  }

  /** The part after {@code ?SFN=} or the host; the text itself if it is not a SURL. */
  private static String pathOf(String surl) {
    int sfn = surl.indexOf("?SFN=");
    if (sfn >= 0) {
      return surl.substring(sfn + "?SFN=".length());
    }
    int host = surl.indexOf("://");
    int path = host < 0 ? -1 : surl.indexOf('/', host + 3);
    return path < 0 ? surl : surl.substring(path);
  }

  private StreamedReply statusOfLs(Call call, SrmStatusOfLsRequestRequest request) {
    LsStream listing =
        backend.open(
            Catalogue.STATUS_OF_LS,
            call,
            new StatusOfLsRequest(
                required(request.getRequestToken(), "requestToken"),
                count(request.getOffset(), "offset"),
                count(request.getCount(), "count")));
    return new StreamedReply(STATUS_OF_LS, listing, status -> refused(null, status));
  }

  private static StreamedReply statusOfLsRefused(ReturnStatus status) {
    return new StreamedReply(STATUS_OF_LS, refused(null, status), later -> refused(null, later));
  }
}
