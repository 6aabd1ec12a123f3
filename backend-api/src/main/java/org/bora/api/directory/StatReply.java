package org.bora.api.directory;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.bora.api.word.Reply;
import org.bora.api.word.ReturnStatus;

/** One entry per SURL asked for, in the order asked. */
public record StatReply(ReturnStatus status, List<Entry> entries) implements Reply {

  /**
   * One name.
   *
   * @param path absolute path in the namespace of clients, without the host
   * @param attributes absent if the status says that there is nothing to describe
   */
  public record Entry(String path, ReturnStatus status, Optional<Attributes> attributes) {
    public Entry {
      Objects.requireNonNull(path, "path");
      Objects.requireNonNull(status, "status");
      Objects.requireNonNull(attributes, "attributes");
    }
  }

  public StatReply {
    Objects.requireNonNull(status, "status");
    entries = List.copyOf(entries);
  }

  @Override
  public List<ReturnStatus> statuses() {
    return entries.stream().map(Entry::status).toList();
  }
}
