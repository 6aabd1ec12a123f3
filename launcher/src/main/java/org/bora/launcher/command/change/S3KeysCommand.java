package org.bora.launcher.command.change;

import static org.bora.launcher.command.option.AdminOption.encoded;
import static org.bora.server.text.Amounts.time;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.bora.launcher.command.Machine;
import org.bora.launcher.command.option.AdminOption;
import org.bora.launcher.command.option.WatchOption;
import org.bora.launcher.report.Table;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code bora s3 keys}: lists, makes, changes and removes access keys. */
@Command(
    name = "keys",
    mixinStandardHelpOptions = true,
    description = {
      "Lists the access keys of all owners.",
      "For example: bora s3 keys add --owner \"/DC=org/CN=Alice\" --fqans /vo --label laptop",
      "Exit codes: 0 success; 1 the information could not be obtained; 3 not running."
    })
public final class S3KeysCommand implements Callable<Integer> {
  private static final String PATH = "/v1/s3-keys";
  private static final String CHANGED = "Exit codes: 0 success; 1 refused; 3 not running.";
  private static final String WHICH =
      "Identifier of the access key, as listed by `bora s3 keys list`.";

  private final Machine machine;

  @Mixin private AdminOption admin;

  @Mixin private WatchOption watch;

  public S3KeysCommand(Machine machine) {
    this.machine = machine;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    return admin.list(machine, watch, PATH, S3KeysCommand::table);
  }

  /** {@code bora s3 keys list}: the same as {@code bora s3 keys}, or of one owner. */
  @Command(
      name = "list",
      mixinStandardHelpOptions = true,
      description = {
        "Lists access keys. Secrets are never shown.",
        "Exit codes: 0 success; 1 the information could not be obtained; 3 not running."
      })
  int list(
      @Mixin AdminOption which,
      @Mixin WatchOption again,
      @Option(
              names = "--owner",
              paramLabel = "DN",
              defaultValue = "",
              description = "Subject whose access keys are listed (default: all).")
          String owner)
      throws IOException, InterruptedException {
    String query = owner.isEmpty() ? "" : "?owner=" + encoded(owner);
    return which.list(machine, again, PATH + query, S3KeysCommand::table);
  }

  private static Table table(JsonNode answer) {
    Table table = keys();
    answer.path("keys").forEach(key -> row(table, key));
    return table;
  }

  private static Table keys() {
    return new Table(
        "no access keys", Set.of(), "ID", "STATE", "ENDS", "USED", "OWNER", "FQANS", "LABEL");
  }

  private static Table row(Table table, JsonNode key) {
    List<String> attributes = new ArrayList<>();
    key.path("fqans").forEach(name -> attributes.add(name.asString()));
    boolean enabled = key.path("enabled").asBoolean();
    return table.row(
        key.path("id").asString(),
        enabled ? "enabled" : Table.bad("disabled"),
        time(key.path("ends")),
        key.path("used").isString() ? time(key.path("used")) : "never",
        key.path("owner").asString(),
        String.join(",", attributes),
        key.path("label").asString(""));
  }

  /** With the secret, where the answer has one. */
  private static List<String> withSecret(JsonNode key) {
    String secret = key.path("secret").asString("");
    List<String> lines = new ArrayList<>(row(keys(), key).lines(false));
    if (!secret.isEmpty()) {
      lines.add("AWS_ACCESS_KEY_ID=" + key.path("id").asString());
      lines.add("AWS_SECRET_ACCESS_KEY=" + secret);
      lines.add("The secret is not shown again.");
    }
    return lines;
  }

  /** {@code bora s3 keys add}: makes one. */
  @Command(
      name = "add",
      mixinStandardHelpOptions = true,
      description = {
        "Creates an access key for a user and prints its secret, which is not shown again. The key"
            + " has the rights that the rules give this user, and none while the user is banned or"
            + " not mapped.",
        CHANGED
      })
  int add(
      @Mixin AdminOption which,
      @Option(
              names = "--owner",
              required = true,
              paramLabel = "DN",
              description = "Subject of the user's certificate or token.")
          String owner,
      @Option(
              names = "--authority",
              paramLabel = "DN",
              defaultValue = "",
              description =
                  "Subject of the certificate authority, or URL of the token issuer, for bans of"
                      + " authorities.")
          String authority,
      @Option(
              names = "--fqans",
              paramLabel = "FQANS",
              defaultValue = "",
              description =
                  "VOMS attributes that the key carries, separated by commas, the primary one"
                      + " first.")
          String fqans,
      @Option(
              names = "--label",
              paramLabel = "TEXT",
              defaultValue = "",
              description = "Name of the key for people.")
          String label,
      @Option(
              names = "--lasts",
              paramLabel = "TIME",
              defaultValue = "",
              description =
                  "Lifetime, for example 12h or 7d (default: access-keys.lifetime, which is also"
                      + " the maximum).")
          String lasts)
      throws IOException, InterruptedException {
    String body =
        AdminOption.object(
            "owner", owner, "authority", authority, "fqans", fqans, "label", label, "lasts", lasts);
    return which.ask(machine, "POST", PATH, body, S3KeysCommand::withSecret);
  }

  @Command(
      name = "disable",
      mixinStandardHelpOptions = true,
      description = {
        "Disables an access key. Doors refuse it within a minute; it can be enabled again.",
        CHANGED
      })
  int disable(
      @Mixin AdminOption which, @Parameters(paramLabel = "ID", description = WHICH) String id)
      throws IOException, InterruptedException {
    return change(which, id, "disable");
  }

  @Command(
      name = "enable",
      mixinStandardHelpOptions = true,
      description = {"Enables an access key that was disabled.", CHANGED})
  int enable(
      @Mixin AdminOption which, @Parameters(paramLabel = "ID", description = WHICH) String id)
      throws IOException, InterruptedException {
    return change(which, id, "enable");
  }

  @Command(
      name = "rotate",
      mixinStandardHelpOptions = true,
      description = {
        "Gives an access key a new secret and prints it. Doors refuse the old secret within a"
            + " minute.",
        CHANGED
      })
  int rotate(
      @Mixin AdminOption which, @Parameters(paramLabel = "ID", description = WHICH) String id)
      throws IOException, InterruptedException {
    return change(which, id, "rotate");
  }

  @Command(
      name = "renew",
      mixinStandardHelpOptions = true,
      description = {
        "Extends an access key to the lifetime of a new one, from now on. Its secret stays the"
            + " same.",
        CHANGED
      })
  int renew(@Mixin AdminOption which, @Parameters(paramLabel = "ID", description = WHICH) String id)
      throws IOException, InterruptedException {
    return change(which, id, "renew");
  }

  private int change(AdminOption which, String id, String change)
      throws IOException, InterruptedException {
    return which.ask(
        machine,
        "POST",
        PATH + "/" + encoded(id),
        AdminOption.object("change", change),
        S3KeysCommand::withSecret);
  }

  @Command(
      name = "remove",
      mixinStandardHelpOptions = true,
      description = {"Removes an access key. Doors refuse it within a minute.", CHANGED})
  int remove(
      @Mixin AdminOption which, @Parameters(paramLabel = "ID", description = WHICH) String id)
      throws IOException, InterruptedException {
    return which.ask(
        machine,
        "DELETE",
        PATH + "/" + encoded(id),
        "",
        key -> List.of("removed " + key.path("id").asString()));
  }

  @Command(
      name = "reset",
      mixinStandardHelpOptions = true,
      description = {
        "Removes all access keys of all owners. Needed only after vault.keys was lost on all"
            + " backends, because then no access key can be decrypted. Creating the next key also"
            + " creates a new vault.keys.",
        CHANGED
      })
  int reset(
      @Mixin AdminOption which,
      @Option(
              names = "--yes",
              required = true,
              description = "Confirms that all access keys are removed.")
          boolean yes)
      throws IOException, InterruptedException {
    return which.ask(
        machine,
        "DELETE",
        PATH,
        "",
        answer -> List.of("removed %d access keys".formatted(answer.path("removed").asInt())));
  }
}
