package org.bora.simulation.site;

import java.util.Optional;
import org.bora.api.get.GetReply;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;

/** Compares what a client sees of its own names with what it knows about them. */
final class Reads {
  private final Asking asking;
  private final Client.Tools tools;

  Reads(Asking asking, Client.Tools tools) {
    this.asking = asking;
    this.tools = tools;
  }

  private void wrong(String promise, String what) {
    tools.report().wrong(promise, what);
  }

  void get(Name name) {
    Optional<GetReply> reply = asking.open(name.path(), tools.choices().below(3) == 0);
    if (reply.isPresent() && isThere(name, reply.get().statuses().getFirst())) {
      String turl = reply.get().files().getFirst().turl().orElseThrow();
      seen(name, tools.disk().read(turl).orElse(Name.ABSENT), "a read");
      if (reply.get().token().isPresent() && tools.choices().below(2) == 0) {
        release(reply.get());
      }
    }
  }

  /** Whether the answer to a read reports that the file exists. */
  boolean isThere(Name name, ReturnStatus told) {
    switch (told.code()) {
      case SUCCESS, FILE_PINNED -> {
        return true;
      }
      case INVALID_PATH -> seen(name, Name.ABSENT, "a call to read it");
      case FILE_BUSY -> {
        if (!name.mayBeBusy(tools.scheduler().nanos())) {
          wrong("I4", name + ", and srmPrepareToGet says that it is busy");
        }
      }
      case INTERNAL_ERROR -> {}
      default -> wrong("I17", name + ", and a get is answered " + told);
    }
    return false;
  }

  private void release(GetReply reply) {
    if (asking.release(reply).equals(Optional.of(SrmStatus.FAILURE))) {
      wrong("I11", "a pin of " + asking.dn() + " cannot be released");
    }
  }

  /** Checks the content that a read has found. */
  void seen(Name name, String content, String by) {
    if (!name.mayHold(content)) {
      wrong("I1", name + ", and " + by + " finds " + Name.brief(content));
    }
    name.sees(content);
  }

  void list(Name name) {
    if (asking.list(name.path()).equals(Optional.of(SrmStatus.INVALID_PATH))
        && !name.mayHold(Name.ABSENT)) {
      wrong("I1", name + ", and srmLs does not find it");
    }
  }
}
