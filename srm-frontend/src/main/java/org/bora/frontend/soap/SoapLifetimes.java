package org.bora.frontend.soap;

import java.util.List;
import org.bora.api.request.LifetimeStatus;
import org.bora.api.word.ReturnStatus;
import org.bora.contract.ArrayOfAnyURI;
import org.bora.contract.ArrayOfTSURLLifetimeReturnStatus;
import org.bora.contract.TSURLLifetimeReturnStatus;

/** The per-file part of replies about lifetimes. */
final class SoapLifetimes {
  private SoapLifetimes() {}

  static ArrayOfTSURLLifetimeReturnStatus of(List<LifetimeStatus> files) {
    if (files.isEmpty()) {
      return null;
    }
    ArrayOfTSURLLifetimeReturnStatus array = new ArrayOfTSURLLifetimeReturnStatus();
    for (LifetimeStatus file : files) {
      TSURLLifetimeReturnStatus wire = file(file.surl().text(), file.status());
      wire.setFileLifetime(ReplyFields.number(file.fileLifetime()));
      wire.setPinLifetime(ReplyFields.number(file.pinLifetime()));
      array.getStatusArray().add(wire);
    }
    return array;
  }

  /** The same status for every SURL of a request that was not served; null where it names none. */
  static ArrayOfTSURLLifetimeReturnStatus refused(ArrayOfAnyURI surls, ReturnStatus status) {
    if (surls == null || surls.getUrlArray().isEmpty()) {
      return null;
    }
    ArrayOfTSURLLifetimeReturnStatus array = new ArrayOfTSURLLifetimeReturnStatus();
    surls.getUrlArray().forEach(surl -> array.getStatusArray().add(file(surl, status)));
    return array;
  }

  private static TSURLLifetimeReturnStatus file(String surl, ReturnStatus status) {
    TSURLLifetimeReturnStatus wire = new TSURLLifetimeReturnStatus();
    wire.setSurl(surl);
    wire.setStatus(ReplyFields.status(status));
    return wire;
  }
}
