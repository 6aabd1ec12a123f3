package org.bora.door.gsi.door;

import org.bora.door.gsi.tls.TlsSettings.EngineChoice;

class BoringSslCredentialsIT extends CredentialsContract {

  BoringSslCredentialsIT() {
    super(EngineChoice.BORINGSSL);
  }
}
