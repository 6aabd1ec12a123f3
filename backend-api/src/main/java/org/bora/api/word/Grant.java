package org.bora.api.word;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * What the token of a caller allows. A caller with a grant may do what the grant allows, and
 * nothing else.
 *
 * <p>The grant of an issuer's token (WLCG Common JWT Profile 1.3, SciTokens 2.0) replaces the rules
 * that allow; rules that deny still apply. A grant <em>within</em> the rights of its caller only
 * restricts: the rules must allow the action, too.
 *
 * @param scopes what is allowed where; empty: nothing is allowed
 * @param within the limits as the credential writes them, for refusals; empty if the scopes replace
 *     the rules
 */
public record Grant(List<Scope> scopes, Optional<String> within) {

  public Grant {
    scopes = List.copyOf(scopes);
    Objects.requireNonNull(within, "within");
  }

  /** In the place of the rules that allow. */
  public Grant(List<Scope> scopes) {
    this(scopes, Optional.empty());
  }

  /** The kinds of use that a scope allows. */
  public enum Action {
    /** Read files that are on disk. */
    READ,
    /** Store new files, make directories, rename; no file is replaced or removed. */
    CREATE,
    /** The same, replace and remove. */
    MODIFY,
    /** Recall files from tape. Does not allow to read them. */
    STAGE,
    /** Ask how a recall stands. */
    POLL,
    /** Look, and nothing else; every other action allows it too. */
    LIST,
    /** Remove files and directories; store nothing. */
    DELETE,
    /** Create directories, and take the name from an entry that is to be renamed. */
    MANAGE;

    /** As the scope's name has it, {@code read} for example. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * One scope.
   *
   * @param path absolute, in the namespace of SURLs, without a slash at its end; {@code /} for all
   * @param directory whether {@code path} itself must be a directory, because the token wrote it
   *     with a slash at the end
   */
  public record Scope(Action action, String path, boolean directory) {
    public Scope {
      Objects.requireNonNull(action, "action");
      if (!path.startsWith("/") || (path.length() > 1 && path.endsWith("/"))) {
        throw new IllegalArgumentException("the path of a scope is absolute: " + path);
      }
    }

    /** Whether a name is the path of the scope, or lies below it. */
    public boolean covers(String sfn) {
      return isBelow(sfn, path);
    }

    /** Whether a name is a directory that leads to the path of the scope. */
    public boolean isBelow(String sfn) {
      return !sfn.equals(path) && isBelow(path, sfn);
    }

    /** Whether a name is the path of the scope or leads there: as a directory it may be made. */
    public boolean mayBeMade(String sfn) {
      return sfn.equals(path) || isBelow(sfn);
    }

    private static boolean isBelow(String name, String directory) {
      return directory.equals("/")
          || (name.startsWith(directory)
              && (name.length() == directory.length() || name.charAt(directory.length()) == '/'));
    }

    @Override
    public String toString() {
      return "storage." + action.word() + ":" + path;
    }
  }

  @Override
  public String toString() {
    if (within.isPresent()) {
      return within.get();
    }
    return scopes.isEmpty()
        ? "no scope"
        : String.join(" ", scopes.stream().map(Scope::toString).toList());
  }
}
