package org.bora.storage.tape.script;

import java.io.IOException;
import java.nio.file.Path;
import org.bora.storage.conformance.TapeDriverConformance;
import org.bora.storage.spi.TapeDriver;

/** The example for TSM keeps what every tape driver keeps, over a stand-in of the client. */
class TsmScriptConformanceIT extends TapeDriverConformance {
  @Override
  protected void startSystem(Path directory) throws IOException {
    ExampleScript.start(directory);
  }

  @Override
  protected TapeDriver open(Path directory) {
    return ExampleScript.TSM.driver(directory);
  }
}
