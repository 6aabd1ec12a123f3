package org.bora.storage.tape.virtual;

import java.io.IOException;
import org.bora.storage.spi.TapeTrouble;
import org.bora.storage.spi.TapeTrouble.Kind;

/** Something in the library prevents further work. */
final class TapeFault extends IOException {
  private static final long serialVersionUID = 1L;

  private final transient TapeTrouble trouble;
  private final boolean ofOneFile;

  private TapeFault(TapeTrouble trouble, boolean ofOneFile) {
    super(trouble.text());
    this.trouble = trouble;
    this.ofOneFile = ofOneFile;
  }

  /** The drive or volume is out of work: so are all files that are left for it. */
  static TapeFault ofAll(Kind kind, String text) {
    return new TapeFault(new TapeTrouble(kind, text), false);
  }

  /** One file cannot be done; the next may well be. */
  static TapeFault ofFile(Kind kind, String text) {
    return new TapeFault(new TapeTrouble(kind, text), true);
  }

  TapeTrouble trouble() {
    return trouble;
  }

  boolean isOfOneFile() {
    return ofOneFile;
  }
}
