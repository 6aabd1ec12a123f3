package org.bora.frontend.gsi.door;

import org.bora.frontend.gsi.tls.TlsSettings.EngineChoice;

class CorrettoCredentialsIT extends CredentialsContract {

  CorrettoCredentialsIT() {
    super(EngineChoice.CORRETTO);
  }
}
