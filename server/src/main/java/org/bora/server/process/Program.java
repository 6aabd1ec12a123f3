package org.bora.server.process;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * A server program that Bora runs.
 *
 * @param name one word, for logs and file names
 * @param command the executable and its arguments; it must stay in the foreground
 * @param environment added to a minimal one (PATH, LANG); no other variables of the administrator's
 *     shell are passed on
 * @param output file that its standard output and error are appended to
 */
public record Program(
    String name, List<String> command, Map<String, String> environment, Path output) {

  public Program {
    Objects.requireNonNull(name, "name");
    command = List.copyOf(command);
    environment = Map.copyOf(environment);
    Objects.requireNonNull(output, "output");
    if (command.isEmpty()) {
      throw new IllegalArgumentException(name + ": no command");
    }
  }

  /** A short digest of command and environment: two programs with the same one are the same. */
  public String digest() {
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      String all = command + " " + new TreeMap<>(environment);
      return HexFormat.of().formatHex(sha.digest(all.getBytes(StandardCharsets.UTF_8)), 0, 8);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
