package org.bora.server.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bora.server.config.LibrarySettings.TapeSystem;

/**
 * Checks the permissions of files with secrets before they are used, as ssh does. A file that
 * everyone can read, or that others than the owner can change, prevents the start. A file that its
 * group can read only causes a warning, because sites share host keys in this way.
 *
 * @param byKey paths, by the configuration key that names them
 */
public record SecretFiles(Map<String, Path> byKey) {

  private static final Set<PosixFilePermission> OPEN =
      Set.of(
          PosixFilePermission.GROUP_WRITE,
          PosixFilePermission.OTHERS_READ,
          PosixFilePermission.OTHERS_WRITE);

  public SecretFiles {
    byKey = Map.copyOf(byKey);
  }

  /** The secret files that a process with this configuration may use. */
  public static SecretFiles of(Configuration configuration) {
    Map<String, Path> files = new LinkedHashMap<>();
    files.put("credentials.key", configuration.credentials().key());
    configuration
        .link()
        .dispatch()
        .ifPresent(link -> files.put("link.key", link.credentials().key()));
    configuration.link().serve().ifPresent(link -> files.put("link.key", link.credentials().key()));
    configuration.admin().ifPresent(admin -> files.put("admin.key", admin.files().key()));
    configuration
        .backend()
        .database()
        .passwordFile()
        .ifPresent(file -> files.put("database.password-file", file));
    for (LibrarySettings library : configuration.backend().tape().libraries()) {
      if (library.system() instanceof TapeSystem.RecallTable table && table.board().tls()) {
        files.put("recall-table.key of " + library.name(), table.key());
      }
    }
    return new SecretFiles(files);
  }

  /**
   * What the check found.
   *
   * @param refusals of files that must not be used
   * @param warnings of files that may
   */
  public record Report(List<String> refusals, List<String> warnings) {

    public Report {
      refusals = List.copyOf(refusals);
      warnings = List.copyOf(warnings);
    }
  }

  /** Checks all files. Missing or unreadable files are reported by the part that uses them. */
  public Report look() {
    List<String> refusals = new ArrayList<>();
    List<String> warnings = new ArrayList<>();
    byKey.forEach(
        (key, file) -> {
          Set<PosixFilePermission> mode = mode(file);
          String has = file + " (" + key + ") has mode " + PosixFilePermissions.toString(mode);
          if (mode.stream().anyMatch(OPEN::contains)) {
            refusals.add(
                has
                    + ": other accounts on this machine can read or change it. Run chmod 600 "
                    + file
                    + ", and replace it if others may have read it");
          } else if (mode.contains(PosixFilePermission.GROUP_READ)) {
            warnings.add(
                has + ": its whole group can read it. If that is not intended: chmod 600 " + file);
          }
        });
    return new Report(refusals, warnings);
  }

  private static Set<PosixFilePermission> mode(Path file) {
    try {
      return Files.getPosixFilePermissions(file);
    } catch (IOException | UnsupportedOperationException notThere) {
      return Set.of();
    }
  }
}
