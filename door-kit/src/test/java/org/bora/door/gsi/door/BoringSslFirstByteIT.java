package org.bora.door.gsi.door;

import org.bora.door.gsi.tls.TlsSettings.EngineChoice;

class BoringSslFirstByteIT extends FirstByteContract {

  BoringSslFirstByteIT() {
    super(EngineChoice.BORINGSSL);
  }
}
