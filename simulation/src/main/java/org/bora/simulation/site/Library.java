package org.bora.simulation.site;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.TapeDriver;
import org.bora.storage.spi.TapeFile;
import org.bora.storage.spi.TapeLocation;
import org.bora.storage.spi.TapeTrouble;
import org.bora.storage.spi.TapeTrouble.Kind;
import org.bora.storage.spi.TapeWork;

/** The tape library as one backend sees it. */
final class Library implements TapeDriver {
  private final Tape tape;
  private final String process;

  Library(Tape tape, String process) {
    this.tape = tape;
    this.process = process;
  }

  @Override
  public String kind() {
    return "simulated";
  }

  @Override
  public void check() {
    // the library is there
  }

  @Override
  public int drives() {
    return tape.drives();
  }

  @Override
  public void migrate(TapeWork work) throws InterruptedException {
    Tape.Batch batch = tape.begins(process, List.of());
    for (TapeFile file : work.files()) {
      if (work.isUnwanted(file.id())) {
        work.failed(file.id(), new TapeTrouble(Kind.STOPPED, "it is not wanted"));
        continue;
      }
      String volume = tape.volume();
      Optional<TapeTrouble> trouble = tape.moved(volume);
      if (trouble.isEmpty()) {
        write(file, volume, work);
      } else {
        work.failed(file.id(), trouble.get());
      }
    }
    tape.ends(batch);
  }

  private void write(TapeFile file, String volume, TapeWork work) {
    Optional<String> content = read(Path.of(file.path()));
    if (content.isEmpty() || !Tape.adler32(content.get()).equals(file.adler32())) {
      work.failed(file.id(), new TapeTrouble(Kind.RETRY, "it is not what is to be copied"));
      return;
    }
    TapeLocation location = tape.add(file.id(), volume, content.get()).location();
    tape.report().moved("migrated to tape");
    if (!tape.isLost()) {
      work.done(file.id(), location);
    }
  }

  private Optional<String> read(Path file) {
    try {
      return Optional.of(Files.readString(file));
    } catch (NoSuchFileException gone) {
      return Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void recall(TapeWork work) throws InterruptedException {
    Tape.Batch batch = tape.begins(process, work.files().stream().map(TapeFile::id).toList());
    for (TapeFile file : work.files()) {
      if (work.isUnwanted(file.id())) {
        work.failed(file.id(), new TapeTrouble(Kind.STOPPED, "it is not wanted"));
        continue;
      }
      Tape.Written found = tape.objects().get(file.location().orElseThrow().object());
      if (found == null || !found.file().equals(file.id())) {
        tape.report().wrong("I13", file.name() + " is not where it is recalled from");
        work.failed(file.id(), new TapeTrouble(Kind.LOST, "there is no such object"));
        continue;
      }
      Optional<TapeTrouble> trouble = tape.moved(found.location().volume());
      if (trouble.isEmpty()) {
        bring(file, found, work);
      } else {
        work.failed(file.id(), trouble.get());
      }
    }
    tape.ends(batch);
  }

  private void bring(TapeFile file, Tape.Written found, TapeWork work) {
    try {
      Path to = Path.of(file.path());
      if (!Files.exists(to.getParent())) {
        work.failed(file.id(), new TapeTrouble(Kind.RETRY, "its directory is gone"));
        return;
      }
      Files.writeString(to, found.content());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    tape.report().moved("recalled from tape");
    if (!tape.isLost()) {
      work.done(file.id(), found.location());
    }
  }

  @Override
  public void remove(TapeWork work) throws InterruptedException {
    Tape.Batch batch = tape.begins(process, List.of());
    for (TapeFile file : work.files()) {
      if (work.isUnwanted(file.id())) {
        work.failed(file.id(), new TapeTrouble(Kind.STOPPED, "it is not wanted"));
        continue;
      }
      TapeLocation location = file.location().orElseThrow();
      Optional<TapeTrouble> trouble = tape.moved(location.volume());
      if (trouble.isPresent()) {
        work.failed(file.id(), trouble.get());
        continue;
      }
      tape.objects().remove(location.object());
      tape.report().moved("removed from tape");
      if (!tape.isLost()) {
        work.done(file.id(), location);
      }
    }
    tape.ends(batch);
  }

  @Override
  public Map<TapeFile, Found> query(List<TapeFile> files) throws StorageException {
    if (!tape.isAsked()) {
      throw new StorageException(StorageException.Reason.IO, "the library does not answer");
    }
    Map<TapeFile, Found> found = new HashMap<>();
    for (TapeFile file : files) {
      tape.objects().values().stream()
          .filter(one -> one.file().equals(file.id()))
          .filter(
              one ->
                  file.location().isEmpty()
                      || file.location().get().object().equals(one.location().object()))
          .findFirst()
          .ifPresent(
              one ->
                  found.put(
                      file, new Found(one.location(), !tape.isAway(one.location().volume()))));
    }
    return found;
  }

  @Override
  public void eachObject(Consumer<Kept> seen) {
    List.copyOf(tape.objects().values())
        .forEach(
            one ->
                seen.accept(
                    new Kept(
                        one.file(),
                        one.location(),
                        one.content().length(),
                        Tape.adler32(one.content()))));
  }

  @Override
  public void close() {
    // the library outlives the backend
  }
}
