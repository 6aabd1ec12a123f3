package org.bora.frontend.soap;

import java.util.Optional;
import javax.xml.stream.XMLStreamException;

/** An error in a request, as a sentence for the client. */
final class Flaw extends XMLStreamException {
  private static final long serialVersionUID = 1L;

  /** How the client gets the error. */
  enum Kind {
    /** It is no request at all: a fault. */
    UNREADABLE,
    /** The called name is known: a reply of that operation, if the operation exists. */
    MISTAKEN,
    /** A fault, which the log and the audit log know already. */
    TOLD
  }

  private final Kind kind;

  Flaw(Kind kind, String sentence) {
    super(sentence);
    this.kind = kind;
  }

  Kind kind() {
    return kind;
  }

  /** The flaw behind a failure of the chain. */
  static Optional<Flaw> behind(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof Flaw flaw) {
        return Optional.of(flaw);
      }
    }
    return Optional.empty();
  }
}
