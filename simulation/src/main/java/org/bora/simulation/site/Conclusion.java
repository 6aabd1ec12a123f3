package org.bora.simulation.site;

import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import org.bora.api.word.SrmStatus;

/**
 * What a client learns from the answer to srmPutDone.
 *
 * @param content what the client wrote
 * @param left what a power failure has left of the content; empty if it is whole
 * @param inTime whether the put cannot have expired
 * @param heardAll whether each earlier call was answered
 * @param noRoom statuses that may report that there is no room for the file
 */
record Conclusion(
    String content,
    Optional<String> left,
    boolean inTime,
    boolean heardAll,
    Set<SrmStatus> noRoom) {

  /**
   * Changes what the client knows about the name.
   *
   * @param wrong receives each promise that the answer contradicts, and how
   */
  void apply(Name name, SrmStatus told, BiConsumer<String, String> wrong) {
    switch (told) {
      case SUCCESS -> name.isStored(left.orElse(content));
      case DUPLICATION_ERROR -> {
        if (heardAll) {
          wrong.accept("I6", name + ", and srmPutDone says that it was called before");
        }
        name.isStored(left.orElse(content));
      }
      case FILE_BUSY -> {} // the previous call is still in progress
      default -> {
        if (noRoom.contains(told)) {
          name.refuses(content); // the put stays open
        } else {
          refused(name, told, wrong);
        }
      }
    }
  }

  private void refused(Name name, SrmStatus told, BiConsumer<String, String> wrong) {
    if (left.isEmpty() && inTime) {
      wrong.accept("I1", name + ", and srmPutDone of " + Name.brief(content) + " says " + told);
    }
    name.refuses(content);
    // a put whose upload has disappeared stays open until its pin expires or it is aborted
    if (told != SrmStatus.FAILURE) {
      name.isClosed();
    }
  }
}
