package org.bora.door.gsi.door;

import org.bora.door.gsi.tls.TlsSettings.EngineChoice;

class JdkFirstByteIT extends FirstByteContract {

  JdkFirstByteIT() {
    super(EngineChoice.JDK);
  }
}
