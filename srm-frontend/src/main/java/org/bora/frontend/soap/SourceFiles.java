package org.bora.frontend.soap;

import java.util.List;
import java.util.Objects;
import org.bora.api.word.Surl;
import org.bora.contract.ArrayOfTGetFileRequest;
import org.bora.contract.TDirOption;
import org.bora.contract.TGetFileRequest;

/**
 * What a get or bringOnline asks for.
 *
 * @param directories whether any entry asks for the content of a directory
 */
record SourceFiles(List<Surl> surls, boolean directories) {

  static SourceFiles of(ArrayOfTGetFileRequest array) {
    List<TGetFileRequest> entries =
        RequestFields.entries(
            array == null ? List.of() : array.getRequestArray(), "arrayOfFileRequests");
    return new SourceFiles(
        entries.stream()
            .map(entry -> RequestFields.surl(entry.getSourceSURL(), "sourceSURL"))
            .toList(),
        entries.stream()
            .map(TGetFileRequest::getDirOption)
            .filter(Objects::nonNull)
            .map(TDirOption::isIsSourceADirectory)
            .anyMatch(RequestFields::flag));
  }

  /** The SURLs as they were sent, of a request that may lack any of them. */
  static List<String> texts(ArrayOfTGetFileRequest array) {
    return array == null
        ? List.of()
        : array.getRequestArray().stream()
            .map(entry -> RequestFields.description(entry.getSourceSURL()))
            .toList();
  }
}
