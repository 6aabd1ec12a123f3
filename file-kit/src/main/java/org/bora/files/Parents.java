package org.bora.files;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import org.bora.door.http.Refused;
import org.eclipse.jetty.http.HttpStatus;

/** Creates the missing parent directories of a new file. */
public final class Parents {
  /** More missing directories are a mistake. */
  private static final int MOST = 32;

  /** So often are directories made again that others remove. */
  private static final int ATTEMPTS = 5;

  private Parents() {}

  /**
   * Makes a directory, with those above it that are missing. Others may remove empty ones in
   * between: these are made again.
   *
   * @throws Refused 404 where they come and go all the time; also where the directory cannot be
   *     made, or is there
   */
  public static void makeDirectory(Engine engine, Name directory) throws Refused {
    Refused missing = null;
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      try {
        makeMissing(engine, directory);
        engine.makeDirectory(directory);
        return;
      } catch (Refused refusal) {
        if (refusal.status() != HttpStatus.NOT_FOUND_404) {
          throw refusal;
        }
        missing = refusal;
      }
    }
    throw missing;
  }

  /** Creates missing directories; others may create the same ones meanwhile. */
  public static void make(Engine engine, Name file) throws Refused {
    try {
      makeMissing(engine, file);
    } catch (Refused refusal) {
      throw conflictWhereMissing(refusal);
    }
  }

  /**
   * The same, where the caller begins again when others have removed one meanwhile.
   *
   * @throws Refused 404 then; also where one cannot be made
   */
  public static void makeMissing(Engine engine, Name file) throws Refused {
    makeMissing(engine, file, _ -> {});
  }

  /**
   * The same.
   *
   * @param made gets each created directory, from the top
   */
  static void makeMissing(Engine engine, Name file, Consumer<Name> made) throws Refused {
    Deque<Name> missing = new ArrayDeque<>();
    Name directory = file.parent();
    while (!directory.isRoot() && engine.look(directory).isEmpty()) {
      missing.push(directory);
      directory = directory.parent();
      if (missing.size() > MOST) {
        throw new Refused(
            HttpStatus.CONFLICT_409, "more than " + MOST + " directories above are missing");
      }
    }
    for (Name each : missing) {
      try {
        engine.makeDirectory(each);
        made.accept(each);
      } catch (Refused refusal) {
        if (refusal.status() != HttpStatus.PRECONDITION_FAILED_412) { // it is there
          throw refusal;
        }
      }
    }
  }

  /** RFC 4918 has 409 where a directory above is missing, the engine's answer is 404. */
  public static Refused conflictWhereMissing(Refused refusal) {
    return refusal.status() == HttpStatus.NOT_FOUND_404
        ? new Refused(HttpStatus.CONFLICT_409, refusal.getMessage())
        : refusal;
  }
}
