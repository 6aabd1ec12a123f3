package org.bora.door.gsi.door;

import org.bora.door.gsi.tls.TlsSettings.EngineChoice;

class JdkCredentialsIT extends CredentialsContract {

  JdkCredentialsIT() {
    super(EngineChoice.JDK);
  }
}
