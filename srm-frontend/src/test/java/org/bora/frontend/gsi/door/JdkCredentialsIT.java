package org.bora.frontend.gsi.door;

import org.bora.frontend.gsi.tls.TlsSettings.EngineChoice;

class JdkCredentialsIT extends CredentialsContract {

  JdkCredentialsIT() {
    super(EngineChoice.JDK);
  }
}
