package org.bora.door.gsi.door;

import org.bora.door.gsi.tls.TlsSettings.EngineChoice;

class CorrettoFirstByteIT extends FirstByteContract {

  CorrettoFirstByteIT() {
    super(EngineChoice.CORRETTO);
  }
}
