package org.bora.launcher.command.invite;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.bora.launcher.command.Machine;
import org.bora.launcher.command.option.ExitCode;
import org.bora.launcher.command.option.JsonOption;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bora admin invite}: a certificate for an administrator. */
@Command(
    name = "invite",
    mixinStandardHelpOptions = true,
    description = {
      "Makes a certificate for an administrator, as a PKCS #12 file for a browser, and prints its"
          + " password once. The administrators' CA signs it; the first invitation makes this CA and"
          + " the certificate of the administrators' port.",
      "Exit codes: 0 success; 1 a file is missing, or is there already."
    })
public final class InviteCommand implements Callable<Integer> {
  /** What goes into a subject and a file name without quotation marks. */
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9 ._@-]{0,62}");

  private static final Duration LIFE_OF_HOST = Duration.ofDays(825);
  private static final String ACCOUNT = "bora";
  private static final int MOST_DAYS = 3650;

  private final Machine machine;
  private final Clock clock;
  private final List<String> lines = new ArrayList<>();

  @Parameters(paramLabel = "NAME", description = "Name of the administrator, for example alice.")
  private String name;

  @Option(
      names = "--directory",
      paramLabel = "DIR",
      defaultValue = "/etc/bora",
      description =
          "Where admin-ca.pem and admin-ca-key.pem are, or will be made (default:"
              + " ${DEFAULT-VALUE}).")
  private Path directory;

  @Option(
      names = "--host",
      paramLabel = "HOST",
      description =
          "Name of this machine in the certificate of the port, if it has to be made (default: the"
              + " host name).")
  private String host;

  @Option(
      names = "--days",
      paramLabel = "N",
      defaultValue = "365",
      description = "Lifetime of the certificate, 1 to 3650 days (default: ${DEFAULT-VALUE}).")
  private int days;

  @Option(
      names = "--pem",
      description = "Write NAME-cert.pem and NAME-key.pem instead, for programs.")
  private boolean pem;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = ".",
      description = "Directory for the new files (default: the current one).")
  private Path out;

  @Mixin private JsonOption json;

  public InviteCommand(Machine machine) {
    this(machine, Clock.systemUTC());
  }

  InviteCommand(Machine machine, Clock clock) {
    this.machine = machine;
    this.clock = clock;
  }

  @Override
  public Integer call() throws IOException {
    if (!NAME.matcher(name).matches()) {
      json.complain(
          "the name may have 63 letters, digits, spaces and ._@- and begins with a letter or digit");
      return ExitCode.WRONG;
    }
    if (days < 1 || days > MOST_DAYS) {
      json.complain("--days " + days + " is not in 1.." + MOST_DAYS);
      return ExitCode.WRONG;
    }
    for (Path needed : List.of(directory, out)) {
      if (!Files.isDirectory(needed)) {
        json.complain(needed + " is not a directory; make it, or correct the path");
        return ExitCode.NO;
      }
    }
    try {
      AdminAuthority authority = authority();
      invite(authority);
    } catch (FileAlreadyExistsException there) {
      json.complain(there.getFile() + " is there already: remove it, or use another name or --out");
      return ExitCode.NO;
    } catch (NoSuchFileException missing) {
      json.complain(missing.getFile() + " is missing");
      return ExitCode.NO;
    } catch (GeneralSecurityException unusable) {
      throw new IOException(
          "the certificate cannot be written: " + unusable.getMessage(), unusable);
    }
    json.tell("done", true, true, lines);
    return ExitCode.DONE;
  }

  /** The existing authority, or a new one with the certificate of the port. */
  private AdminAuthority authority() throws IOException, GeneralSecurityException {
    Path certificate = directory.resolve("admin-ca.pem");
    Path key = directory.resolve("admin-ca-key.pem");
    if (Files.exists(certificate)) {
      if (!Files.exists(key)) {
        throw new NoSuchFileException(
            key + ", the key of " + certificate + ", without which nothing can be signed,");
      }
      return AdminAuthority.read(certificate, key);
    }
    Instant now = clock.instant();
    String machineName = host == null ? InetAddress.getLocalHost().getCanonicalHostName() : host;
    AdminAuthority made = AdminAuthority.make("administrators of " + machineName, now);
    AdminAuthority.Issued port = made.host(machineName, LIFE_OF_HOST, now);
    // the certificate of the authority comes last: with it, all of this is there
    IssuedFiles.key(key, made.key());
    Path portKey = directory.resolve("admin-key.pem");
    IssuedFiles.key(portKey, port.key());
    IssuedFiles.certificate(directory.resolve("admin-cert.pem"), port.certificate());
    IssuedFiles.certificate(certificate, made.certificate());
    if (machine.isRoot()) {
      IssuedFiles.giveTo(ACCOUNT, portKey);
    }
    lines.add(
        "Made a CA for administrators: " + certificate + ", and its key " + key.getFileName());
    lines.add("  Keep that key in a safe place: anyone who has it can invite administrators.");
    lines.add("Made the certificate of the port for " + machineName + ", for 825 days:");
    lines.add("  admin-cert.pem and admin-key.pem in " + directory);
    return made;
  }

  private void invite(AdminAuthority authority) throws IOException, GeneralSecurityException {
    AdminAuthority.Issued issued = authority.person(name, Duration.ofDays(days), clock.instant());
    String file = name.replace(' ', '-');
    if (pem) {
      Path certificate = out.resolve(file + "-cert.pem");
      IssuedFiles.key(out.resolve(file + "-key.pem"), issued.key());
      IssuedFiles.certificate(certificate, issued.certificate());
      lines.add("Wrote " + certificate + " and " + file + "-key.pem, for " + days + " days.");
    } else {
      Path store = out.resolve(file + ".p12");
      String password = IssuedFiles.password();
      IssuedFiles.store(
          store, "Bora: " + name, issued, authority.certificate(), password.toCharArray());
      lines.add("Wrote " + store + ", for " + days + " days. Import it into a browser.");
      lines.add("  Password: " + password);
      lines.add("  It is not kept anywhere. Send the file and the password by different channels.");
    }
    lines.add("Then let the holder in, in bora.yaml:");
    lines.add("  admin:");
    lines.add("    port: 8448          # a new port needs a restart");
    lines.add("    address: 0.0.0.0");
    lines.add("    admins: [\"" + AdminAuthority.written(name) + "\"]   # or readers");
    lines.add("and run `bora config reload`. Admins and readers need no restart.");
  }
}
