package org.bora.storage.tape.virtual;

import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.bora.storage.spi.TapeFile;
import org.bora.storage.spi.TapeLocation;
import org.bora.storage.spi.TapeTrouble;
import org.bora.storage.spi.TapeWork;
import org.bora.storage.tape.model.Mechanics;
import org.bora.storage.tape.model.VirtualLibrarySettings;

/**
 * A process that migrates one file under ever new identifiers, until it is killed. It prints a line
 * {@code ID OBJECT .} for each that was reported done; without the point it is half a line.
 */
final class MigratingProcess {
  private MigratingProcess() {}

  /** Arguments: directory of the library, path of the file, its size, its ADLER32. */
  public static void main(String[] arguments) throws Exception {
    VirtualLibrary library =
        new VirtualLibrary(
            new VirtualLibrarySettings(
                Path.of(arguments[0]), 2, 3, LibraryBench.VOLUME_BYTES, Mechanics.INSTANT),
            TapeTime.passing(Clock.systemUTC()));
    library.check();
    for (long number = 0; ; number++) {
      UUID id = new UUID(ProcessHandle.current().pid(), number);
      TapeFile file =
          new TapeFile(
              id,
              "/testvo/" + number,
              arguments[1],
              Long.parseLong(arguments[2]),
              arguments[3],
              Optional.empty());
      library.migrate(new Printed(List.of(file)));
    }
  }

  private record Printed(List<TapeFile> files) implements TapeWork {
    @Override
    public void progress(UUID id, long bytes) {}

    @Override
    public void done(UUID id, TapeLocation location) {
      System.out.println(id + " " + location.object() + " .");
    }

    @Override
    public void failed(UUID id, TapeTrouble trouble) {
      System.out.println("failed " + trouble);
      System.exit(1);
    }

    @Override
    public boolean isUnwanted(UUID id) {
      return false;
    }
  }
}
