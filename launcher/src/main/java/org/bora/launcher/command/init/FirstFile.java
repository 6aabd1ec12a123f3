package org.bora.launcher.command.init;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** The text of a configuration file for a new site, with comments on what to change. */
final class FirstFile {
  /** What YAML reads as this very text without quotes. */
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z/][A-Za-z0-9/._-]*");

  private static final Pattern KEYWORD =
      Pattern.compile("true|false|yes|no|on|off|null|y|n", Pattern.CASE_INSENSITIVE);

  private static final String DISK =
      """
          # size: 10TB   # upper bound of files, announced uploads and reservations; default: the filesystem's size
      """;

  private static final String TAPE =
      """
          class: d0t1   # on tape, and on disk while the buffer has room
          library: vault
          size: 100GiB   # the disk buffer
      """;

  private static final String TRIAL_TAPE =
      """
          class: d0t1   # on tape, and on disk while the buffer has room
          library: vault
          size: 100MiB   # the disk buffer, for a trial
          buffer: {high: 60, low: 30}   # per cent: above the first, files leave the disk down to the second
      """;

  private static final String TRIAL_PACE =
      """
        # for a trial: migrate and recall at once; without these lines Bora collects files so that one mount serves many
        migration: {max-age: 1s, check: 1s, lease: 15s}
        recall: {gather: 0s}
      """;

  private static final String DOORS =
      """

      gridftp:
        run: false
      mapping:
        grid-mapfile: /etc/grid-security/grid-mapfile   # the same as on the GridFTP servers
      doors:
      """;

  private FirstFile() {}

  /** The file's text. Values are quoted where YAML would read something else. */
  static String text(FirstSite site) {
    StringBuilder text = new StringBuilder(2048);
    text.append(head(site.host(), site.database()));
    areas(text, site.disk(), DISK, site.vo());
    areas(text, site.tape(), site.trial() ? TRIAL_TAPE : TAPE, site.vo());
    if (!site.tape().isEmpty()) {
      text.append(library(site.tape().getFirst().root().resolveSibling("tapes")));
      text.append(site.trial() ? TRIAL_PACE : "");
    }
    if (site.doors().isEmpty()) {
      text.append(ownServer(site.served().orElseThrow()));
    } else {
      text.append(DOORS);
      site.doors().forEach(door -> text.append("  - host: ").append(quoted(door)).append('\n'));
    }
    return text.toString();
  }

  private static String head(String host, FirstSite.FirstDatabase database) {
    return """
    # Configuration of Bora, written by `bora init`. Check it after every change: bora config check FILE
    # Every key is explained in docs/operate/configuration.md (packages: /usr/share/doc/bora).

    endpoint:
      host: %s   # the name in the host certificate; part of all SURLs

    credentials:   # readable by the account that runs Bora
      certificate: /etc/grid-security/bora/hostcert.pem
      key: /etc/grid-security/bora/hostkey.pem
      # certificate authorities: /etc/grid-security/certificates; VOMS servers: /etc/grid-security/vomsdir

    database:   # MariaDB 10.11, MySQL 8.4, or newer
      url: %s
      user: %s
      password-file: %s   # one line; mode 0600, owned by the account that runs Bora

    areas:
    """
        .formatted(
            quoted(host),
            quoted(database.url()),
            quoted(database.user()),
            quoted(database.passwordFile()));
  }

  private static void areas(StringBuilder text, List<FirstArea> areas, String storage, String vo) {
    for (FirstArea area : areas) {
      text.append(place(area)).append(storage).append(rules(vo));
    }
  }

  private static String place(FirstArea area) {
    return """
      - name: %s   # permanent: the database refers to it
        sfn: %s   # path in SURLs
        root: %s   # must exist; the service needs write permission, also in its systemd unit
    """
        .formatted(quoted(area.name()), quoted("/" + area.name()), quoted(area.root().toString()));
  }

  private static String rules(String vo) {
    return """
        rules:   # the first matching rule decides; a call that matches none is denied
          - allow all to fqan /%1$s/Role=production
          - allow read, list, stage to vo %1$s
    """
        .formatted(vo);
  }

  private static String library(Path volumes) {
    return """

    tape:
      libraries:
        - name: vault   # permanent: every file on tape refers to it
          # A virtual library keeps its volumes in a directory. For a real tape system use `driver: script` or
          # `driver: recall-table`, see docs/operate/tape.md.
          driver: virtual
          virtual: {directory: %s}
    """
        .formatted(quoted(volumes.toString()));
  }

  private static String ownServer(Path served) {
    return """

    gridftp:   # the GridFTP server that Bora runs; with servers of your own: `run: false`, and `doors`
      run: true
      serve: %s   # it can access no files outside of this directory
    mapping:
      grid-mapfile: /etc/grid-security/grid-mapfile   # one line per user: "SUBJECT" ACCOUNT
    """
        .formatted(quoted(served.toString()));
  }

  private static String quoted(String value) {
    boolean plain = PLAIN.matcher(value).matches() && !KEYWORD.matcher(value).matches();
    return plain ? value : "'" + value.replace("'", "''") + "'";
  }
}
