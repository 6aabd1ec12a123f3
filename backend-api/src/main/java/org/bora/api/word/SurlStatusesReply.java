package org.bora.api.word;

import java.util.List;
import java.util.Objects;

/**
 * The reply of an operation over several SURLs.
 *
 * @param status of the whole request
 * @param files one per SURL asked for, in the order asked; empty only when the request was refused
 *     as a whole before its SURLs were looked at
 */
public record SurlStatusesReply(ReturnStatus status, List<SurlStatus> files) implements Reply {

  public SurlStatusesReply {
    Objects.requireNonNull(status, "status");
    files = List.copyOf(files);
  }

  @Override
  public List<ReturnStatus> statuses() {
    return files.stream().map(SurlStatus::status).toList();
  }
}
