package org.bora.frontend.soap;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.bora.api.figures.CallTarget;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.contract.ArrayOfAnyURI;
import org.bora.contract.ArrayOfTCopyFileRequest;
import org.bora.contract.ArrayOfTSURLReturnStatus;
import org.bora.contract.SrmCopyRequest;
import org.bora.contract.SrmMvRequest;
import org.bora.contract.SrmPingRequest;
import org.bora.contract.SrmPingResponse;
import org.bora.contract.SrmRmRequest;
import org.bora.contract.SrmRmResponse;
import org.bora.contract.TCopyFileRequest;
import org.bora.contract.TSURLReturnStatus;
import org.bora.contract.codec.ContractType;
import org.junit.jupiter.api.Test;

class NamedSurlsTest {
  private final NamedSurls surls = new NamedSurls(ContractType.all());

  @Test
  void theFirstFileOfARequestStandsForTheOthers() {
    assertEquals(target("srm://h/a", 2), surls.target(rm("srm://h/a", "srm://h/b", "srm://h/c")));
    assertEquals(Optional.empty(), surls.target(rm()));
    assertEquals(Optional.empty(), surls.target(new SrmPingRequest()));
  }

  @Test
  void whatGoesFromANameToAnotherIsOneFile() {
    SrmMvRequest mv = new SrmMvRequest();
    mv.setFromSURL("srm://h/a");
    mv.setToSURL("srm://h/b");
    assertEquals(target("srm://h/a", 0), surls.target(mv));
    SrmCopyRequest copy = new SrmCopyRequest();
    copy.setArrayOfFileRequests(new ArrayOfTCopyFileRequest());
    for (String name : List.of("/a", "/b")) {
      TCopyFileRequest file = new TCopyFileRequest();
      file.setSourceSURL("srm://h" + name);
      file.setTargetSURL("srm://other" + name);
      copy.getArrayOfFileRequests().getRequestArray().add(file);
    }
    assertEquals(target("srm://h/a", 1), surls.target(copy));
  }

  @Test
  void ofAReplyThoseThatFailedAreNamed() {
    SrmRmResponse reply = new SrmRmResponse();
    reply.setArrayOfFileStatuses(new ArrayOfTSURLReturnStatus());
    add(reply, "srm://h/a", SrmStatus.SUCCESS);
    add(reply, "srm://h/b", SrmStatus.INVALID_PATH);
    add(reply, "srm://h/c", SrmStatus.FILE_BUSY);
    SrmRmRequest asked = rm("srm://h/a", "srm://h/b", "srm://h/c");
    assertEquals(target("srm://h/b", 1), surls.target(reply, asked));
  }

  @Test
  void aReplyWithoutFilesLeavesThoseOfTheRequest() {
    assertEquals(target("srm://h/a", 0), surls.target(new SrmRmResponse(), rm("srm://h/a")));
    assertEquals(Optional.empty(), surls.target(new SrmPingResponse(), new SrmPingRequest()));
  }

  private static SrmRmRequest rm(String... names) {
    SrmRmRequest rm = new SrmRmRequest();
    rm.setArrayOfSURLs(new ArrayOfAnyURI());
    rm.getArrayOfSURLs().getUrlArray().addAll(List.of(names));
    return rm;
  }

  private static void add(SrmRmResponse reply, String surl, SrmStatus code) {
    TSURLReturnStatus file = new TSURLReturnStatus();
    file.setSurl(surl);
    file.setStatus(ReplyFields.status(ReturnStatus.of(code)));
    reply.getArrayOfFileStatuses().getStatusArray().add(file);
  }

  private static Optional<CallTarget> target(String surl, int others) {
    return Optional.of(new CallTarget(surl, others));
  }
}
