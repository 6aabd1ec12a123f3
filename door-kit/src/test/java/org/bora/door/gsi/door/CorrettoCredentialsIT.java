package org.bora.door.gsi.door;

import org.bora.door.gsi.tls.TlsSettings.EngineChoice;

class CorrettoCredentialsIT extends CredentialsContract {

  CorrettoCredentialsIT() {
    super(EngineChoice.CORRETTO);
  }
}
