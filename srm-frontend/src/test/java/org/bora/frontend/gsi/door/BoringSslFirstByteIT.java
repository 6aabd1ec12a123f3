package org.bora.frontend.gsi.door;

import org.bora.frontend.gsi.tls.TlsSettings.EngineChoice;

class BoringSslFirstByteIT extends FirstByteContract {

  BoringSslFirstByteIT() {
    super(EngineChoice.BORINGSSL);
  }
}
