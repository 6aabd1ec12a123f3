package org.bora.frontend.gsi.door;

import org.bora.frontend.gsi.tls.TlsSettings.EngineChoice;

class CorrettoFirstByteIT extends FirstByteContract {

  CorrettoFirstByteIT() {
    super(EngineChoice.CORRETTO);
  }
}
