package org.bora.backend.operation.request;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bora.backend.request.Progress;
import org.bora.backend.request.RequestFiles;
import org.bora.backend.request.RequestHead;
import org.bora.backend.request.RequestKind;
import org.bora.backend.request.RequestToken;

/** The files of requests of every kind, by kind. */
final class AllRequestFiles {
  private final Map<RequestKind, RequestFiles> byKind = new EnumMap<>(RequestKind.class);

  /**
   * @throws IllegalArgumentException where two of them name the same kind
   */
  AllRequestFiles(List<RequestFiles> all) {
    for (RequestFiles files : all) {
      for (RequestKind kind : files.kinds()) {
        if (byKind.put(kind, files) != null) {
          throw new IllegalArgumentException("the files of " + kind + " are given twice");
        }
      }
    }
  }

  /** The files of requests of one kind. */
  RequestFiles of(RequestKind kind) {
    RequestFiles files = byKind.get(kind);
    if (files == null) {
      throw new IllegalStateException("no file store for requests of kind " + kind);
    }
    return files;
  }

  /** How far these requests have come: one statement for each kind of files among them. */
  Map<RequestToken, Progress> progress(Collection<RequestHead> requests) {
    Map<RequestFiles, List<RequestHead>> parts = new LinkedHashMap<>();
    requests.forEach(
        head -> parts.computeIfAbsent(of(head.kind()), none -> new ArrayList<>()).add(head));
    Map<RequestToken, Progress> progress = new HashMap<>();
    parts.forEach((files, heads) -> progress.putAll(files.progress(heads)));
    return progress;
  }
}
