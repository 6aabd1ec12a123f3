package org.bora.frontend.soap;

import java.util.List;
import java.util.Optional;
import org.bora.api.word.Recursion;
import org.bora.api.word.SourceFile;
import org.bora.contract.ArrayOfTGetFileRequest;
import org.bora.contract.TDirOption;
import org.bora.contract.TGetFileRequest;

/** Reads the files of a get or bringOnline request. */
final class SourceFiles {
  private SourceFiles() {}

  static List<SourceFile> of(ArrayOfTGetFileRequest array) {
    List<TGetFileRequest> entries =
        RequestFields.entries(
            array == null ? List.of() : array.getRequestArray(), "arrayOfFileRequests");
    return entries.stream()
        .map(
            entry ->
                new SourceFile(
                    RequestFields.surl(entry.getSourceSURL(), "sourceSURL"),
                    recursion(entry.getDirOption())))
        .toList();
  }

  /** Present if the entry is marked as a directory. */
  static Optional<Recursion> recursion(TDirOption option) {
    return Optional.ofNullable(option)
        .filter(any -> RequestFields.flag(any.isIsSourceADirectory()))
        .map(
            any ->
                new Recursion(
                    RequestFields.flag(any.isAllLevelRecursive()),
                    RequestFields.count(any.getNumOfLevels(), "numOfLevels")));
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
