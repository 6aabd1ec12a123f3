package org.bora.frontend.soap;

import java.util.List;
import org.bora.api.put.PutFileStatus;
import org.bora.api.word.ReturnStatus;
import org.bora.contract.ArrayOfTPutRequestFileStatus;
import org.bora.contract.TPutRequestFileStatus;

/** The per-file part of replies about puts. */
final class SoapPutFiles {
  private SoapPutFiles() {}

  static ArrayOfTPutRequestFileStatus of(List<PutFileStatus> files) {
    if (files.isEmpty()) {
      return null;
    }
    ArrayOfTPutRequestFileStatus array = new ArrayOfTPutRequestFileStatus();
    files.forEach(file -> array.getStatusArray().add(file(file)));
    return array;
  }

  /** One entry per file of a request that was not served: srmcp fails without them. */
  static ArrayOfTPutRequestFileStatus refused(List<String> surls, ReturnStatus status) {
    if (surls.isEmpty()) {
      return null;
    }
    ArrayOfTPutRequestFileStatus array = new ArrayOfTPutRequestFileStatus();
    for (String surl : surls) {
      TPutRequestFileStatus wire = new TPutRequestFileStatus();
      wire.setSURL(RequestFields.description(surl));
      wire.setStatus(ReplyFields.status(status));
      array.getStatusArray().add(wire);
    }
    return array;
  }

  private static TPutRequestFileStatus file(PutFileStatus file) {
    TPutRequestFileStatus wire = new TPutRequestFileStatus();
    wire.setSURL(file.surl().text());
    wire.setStatus(ReplyFields.status(file.status()));
    wire.setFileSize(ReplyFields.number(file.size()));
    wire.setEstimatedWaitTime(ReplyFields.number(file.estimatedWait()));
    wire.setRemainingPinLifetime(ReplyFields.number(file.remainingPinLifetime()));
    wire.setRemainingFileLifetime(ReplyFields.number(file.remainingFileLifetime()));
    wire.setTransferURL(file.turl().orElse(null));
    return wire;
  }
}
