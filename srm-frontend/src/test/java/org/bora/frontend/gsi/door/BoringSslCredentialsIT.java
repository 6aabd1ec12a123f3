package org.bora.frontend.gsi.door;

import org.bora.frontend.gsi.tls.TlsSettings.EngineChoice;

class BoringSslCredentialsIT extends CredentialsContract {

  BoringSslCredentialsIT() {
    super(EngineChoice.BORINGSSL);
  }
}
