package org.bora.backend.scenario.model;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Files and requests, and what one does to the other. */
final class Site {
  final Map<String, String> stored = new TreeMap<>();
  final List<Request> requests = new ArrayList<>();

  private Stream<RequestedFile> files(String name) {
    return requests.stream()
        .flatMap(request -> request.files().stream())
        .filter(file -> file.name.equals(name));
  }

  Optional<RequestedFile> writer(String name) {
    return files(name).filter(file -> file.state == FileState.OPEN).findFirst();
  }

  /** Whoever needs a name finds out what was published under it. */
  void recover(String name) {
    files(name).forEach(this::recover);
  }

  void recover(RequestedFile file) {
    if (file.published && (file.state == FileState.OPEN || file.state == FileState.EXPIRED)) {
      file.become(FileState.STORED);
      file.untold = true;
      endStalePins(file);
    }
  }

  /** A put that was interrupted is finished. */
  void endStalePins(RequestedFile file) {
    pins(file.name).stream().filter(pin -> pin.stale).forEach(pin -> pin.become(FileState.ABORTED));
  }

  void publish(RequestedFile file) {
    stored.put(file.name, file.written);
    file.published = true;
  }

  /** An overwritten file is not the one that was pinned. */
  void endPins(Request request, RequestedFile file) {
    if (request.replace()) {
      pins(file.name).forEach(pin -> pin.become(FileState.ABORTED));
    }
  }

  Collection<RequestedFile> pins(String name) {
    return files(name).filter(file -> file.state == FileState.PINNED).toList();
  }

  /** Removes the file; whether there was one, or one being written. */
  boolean remove(String name) {
    boolean there = stored.remove(name) != null;
    Optional<RequestedFile> writer = writer(name);
    writer.ifPresent(file -> file.become(FileState.ABORTED));
    files(name).forEach(file -> file.published = false);
    pins(name).forEach(pin -> pin.become(FileState.ABORTED));
    return there || writer.isPresent();
  }
}
