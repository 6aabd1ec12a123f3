package org.bora.frontend.soap;

import java.util.List;
import org.bora.api.copy.CopyFile;
import org.bora.api.copy.CopyFileStatus;
import org.bora.api.word.ReturnStatus;
import org.bora.contract.ArrayOfAnyURI;
import org.bora.contract.ArrayOfTCopyFileRequest;
import org.bora.contract.ArrayOfTCopyRequestFileStatus;
import org.bora.contract.TCopyFileRequest;
import org.bora.contract.TCopyRequestFileStatus;

/** The per-file parts of requests and replies about copies. */
final class SoapCopyFiles {
  private SoapCopyFiles() {}

  static List<CopyFile> of(ArrayOfTCopyFileRequest array) {
    List<TCopyFileRequest> entries = array == null ? List.of() : array.getRequestArray();
    return RequestFields.entries(entries, "arrayOfFileRequests").stream()
        .map(
            file ->
                new CopyFile(
                    RequestFields.surl(file.getSourceSURL(), "sourceSURL"),
                    RequestFields.surl(file.getTargetSURL(), "targetSURL"),
                    SourceFiles.recursion(file.getDirOption())))
        .toList();
  }

  static ArrayOfTCopyRequestFileStatus statuses(List<CopyFileStatus> files) {
    if (files.isEmpty()) {
      return null;
    }
    ArrayOfTCopyRequestFileStatus array = new ArrayOfTCopyRequestFileStatus();
    for (CopyFileStatus file : files) {
      TCopyRequestFileStatus wire =
          status(file.source().text(), file.target().text(), file.status());
      wire.setFileSize(ReplyFields.number(file.size()));
      wire.setEstimatedWaitTime(ReplyFields.number(file.estimatedWait()));
      wire.setRemainingFileLifetime(ReplyFields.number(file.remainingFileLifetime()));
      array.getStatusArray().add(wire);
    }
    return array;
  }

  /** One entry per file of a copy that was not begun, which may lack any of its names. */
  static ArrayOfTCopyRequestFileStatus refused(ArrayOfTCopyFileRequest files, ReturnStatus status) {
    if (files == null || files.getRequestArray().isEmpty()) {
      return null;
    }
    ArrayOfTCopyRequestFileStatus array = new ArrayOfTCopyRequestFileStatus();
    files
        .getRequestArray()
        .forEach(
            file ->
                array
                    .getStatusArray()
                    .add(status(file.getSourceSURL(), file.getTargetSURL(), status)));
    return array;
  }

  /** One entry per requested file: the pairs if both lists have one, then the rest. */
  static ArrayOfTCopyRequestFileStatus refused(
      ArrayOfAnyURI sources, ArrayOfAnyURI targets, ReturnStatus status) {
    List<String> from = sources == null ? List.of() : sources.getUrlArray();
    List<String> to = targets == null ? List.of() : targets.getUrlArray();
    int files = Math.max(from.size(), to.size());
    if (files == 0) {
      return null;
    }
    ArrayOfTCopyRequestFileStatus array = new ArrayOfTCopyRequestFileStatus();
    for (int i = 0; i < files; i++) {
      String source = i < from.size() ? from.get(i) : "";
      String target = i < to.size() ? to.get(i) : "";
      array.getStatusArray().add(status(source, target, status));
    }
    return array;
  }

  private static TCopyRequestFileStatus status(String source, String target, ReturnStatus status) {
    TCopyRequestFileStatus wire = new TCopyRequestFileStatus();
    wire.setSourceSURL(RequestFields.description(source));
    wire.setTargetSURL(RequestFields.description(target));
    wire.setStatus(ReplyFields.status(status));
    return wire;
  }
}
