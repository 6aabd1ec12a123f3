package org.bora.frontend.gsi.door;

import org.bora.frontend.gsi.tls.TlsSettings.EngineChoice;

class JdkFirstByteIT extends FirstByteContract {

  JdkFirstByteIT() {
    super(EngineChoice.JDK);
  }
}
