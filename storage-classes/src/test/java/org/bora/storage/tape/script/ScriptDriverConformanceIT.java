package org.bora.storage.tape.script;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.bora.storage.conformance.TapeDriverConformance;
import org.bora.storage.spi.TapeDriver;

/** Site scripts keep what every tape driver keeps, with the script that the documentation shows. */
class ScriptDriverConformanceIT extends TapeDriverConformance {
  static final Path EXAMPLE =
      Path.of("..", "docs", "operate", "tape-scripts", "directory.py").toAbsolutePath().normalize();

  @Override
  protected void startSystem(Path directory) throws IOException {
    Files.createDirectory(directory.resolve("archive"));
  }

  @Override
  protected TapeDriver open(Path directory) {
    return new ScriptDriver(
        "DIRECTORY",
        ScriptSettings.of(
            List.of(EXAMPLE.toString(), directory.resolve("archive").toString()),
            2,
            ScriptTimes.defaults()),
        Clock.systemUTC());
  }
}
