package org.bora.frontend.soap;

import static org.bora.frontend.soap.RequestFields.flag;
import static org.bora.frontend.soap.RequestFields.surl;
import static org.bora.frontend.soap.RequestFields.surls;

import java.util.List;
import org.bora.api.Backend;
import org.bora.api.Catalogue;
import org.bora.api.directory.MkdirRequest;
import org.bora.api.directory.MvRequest;
import org.bora.api.directory.RmRequest;
import org.bora.api.directory.RmdirRequest;
import org.bora.api.word.Call;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SurlStatusesReply;
import org.bora.contract.SrmMkdirRequest;
import org.bora.contract.SrmMkdirResponse;
import org.bora.contract.SrmMvRequest;
import org.bora.contract.SrmMvResponse;
import org.bora.contract.SrmRmRequest;
import org.bora.contract.SrmRmResponse;
import org.bora.contract.SrmRmdirRequest;
import org.bora.contract.SrmRmdirResponse;

/** Directory functions (GFD.129 section 4) besides {@link SoapListingOperations listings}. */
final class SoapDirectoryOperations {
  private final Backend backend;

  SoapDirectoryOperations(Backend backend) {
    this.backend = backend;
  }

  List<ContractOperation<?, ?>> all() {
    return List.of(
        new ContractOperation<>(
            "srmMkdir", SrmMkdirRequest.class, this::mkdir, (status, request) -> mkdir(status)),
        new ContractOperation<>(
            "srmRmdir", SrmRmdirRequest.class, this::rmdir, (status, request) -> rmdir(status)),
        new ContractOperation<>(
            "srmRm", SrmRmRequest.class, this::rm, SoapDirectoryOperations::rmRefused),
        new ContractOperation<>(
            "srmMv", SrmMvRequest.class, this::mv, (status, request) -> mv(status)));
  }

  private SrmMkdirResponse mkdir(Call call, SrmMkdirRequest request) {
    return mkdir(
        backend
            .call(Catalogue.MKDIR, call, new MkdirRequest(surl(request.getSURL(), "SURL")))
            .status());
  }

  private static SrmMkdirResponse mkdir(ReturnStatus status) {
    SrmMkdirResponse wire = new SrmMkdirResponse();
    wire.setReturnStatus(ReplyFields.status(status));
    return wire;
  }

  private SrmRmdirResponse rmdir(Call call, SrmRmdirRequest request) {
    RmdirRequest rmdir =
        new RmdirRequest(surl(request.getSURL(), "SURL"), flag(request.isRecursive()));
    return rmdir(backend.call(Catalogue.RMDIR, call, rmdir).status());
  }

  private static SrmRmdirResponse rmdir(ReturnStatus status) {
    SrmRmdirResponse wire = new SrmRmdirResponse();
    wire.setReturnStatus(ReplyFields.status(status));
    return wire;
  }

  private SrmRmResponse rm(Call call, SrmRmRequest request) {
    SurlStatusesReply reply =
        backend.call(
            Catalogue.RM, call, new RmRequest(surls(request.getArrayOfSURLs(), "arrayOfSURLs")));
    SrmRmResponse wire = new SrmRmResponse();
    wire.setReturnStatus(ReplyFields.status(reply.status()));
    wire.setArrayOfFileStatuses(ReplyFields.files(reply.files()));
    return wire;
  }

  private static SrmRmResponse rmRefused(ReturnStatus status, SrmRmRequest request) {
    SrmRmResponse wire = new SrmRmResponse();
    wire.setReturnStatus(ReplyFields.status(status));
    wire.setArrayOfFileStatuses(ReplyFields.refused(request.getArrayOfSURLs(), status));
    return wire;
  }

  private SrmMvResponse mv(Call call, SrmMvRequest request) {
    MvRequest mv =
        new MvRequest(surl(request.getFromSURL(), "fromSURL"), surl(request.getToSURL(), "toSURL"));
    return mv(backend.call(Catalogue.MV, call, mv).status());
  }

  private static SrmMvResponse mv(ReturnStatus status) {
    SrmMvResponse wire = new SrmMvResponse();
    wire.setReturnStatus(ReplyFields.status(status));
    return wire;
  }
}
