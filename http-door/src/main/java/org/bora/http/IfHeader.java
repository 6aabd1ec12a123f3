package org.bora.http;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bora.api.directory.Attributes;
import org.bora.api.put.SeenFile;
import org.bora.door.http.Refused;
import org.bora.files.Conditions.Version;
import org.bora.files.Name;
import org.eclipse.jetty.http.HttpStatus;

/**
 * The header {@code If} of WebDAV (RFC 4918 section 10.4): lists of entity tags and state tokens,
 * of which one must hold. There are no locks, so no state token ever matches.
 */
final class IfHeader {
  /** More cost the engine more questions than a request is worth. */
  static final int MOST_RESOURCES = 8;

  private static final String NAME = "If";

  private IfHeader() {}

  /**
   * A condition on the version of a resource.
   *
   * @param tag empty for a state token
   */
  private record Condition(boolean negated, Optional<String> tag) {
    boolean holds(Optional<Version> version) {
      boolean matches =
          tag.isPresent() && version.filter(found -> found.tag().equals(tag.get())).isPresent();
      return matches != negated;
    }
  }

  /**
   * A list of conditions that must all hold.
   *
   * @param resource as written; empty: the resource of the request
   */
  private record Together(Optional<String> resource, List<Condition> conditions) {}

  /** Whether a request has one. */
  static boolean isIn(DavVisit visit) {
    return visit.headers().contains(NAME);
  }

  /** Checks the header of a request that changes nothing, or something that was not there. */
  static void require(DavVisit visit) throws Refused {
    require(visit, Map.of());
  }

  /**
   * Checks the header.
   *
   * @param known the versions that the request has found, by name; they must still be there when
   *     the request is carried out
   * @throws Refused 412 if no list is satisfied
   */
  static void require(DavVisit visit, Map<Name, Optional<Version>> known) throws Refused {
    if (!isIn(visit)) {
      return;
    }
    String text = String.join(" ", visit.headers().getValuesList(NAME));
    if (!holds(text, resource -> version(visit, known, resource))) {
      throw new Refused(HttpStatus.PRECONDITION_FAILED_412, "the condition If failed");
    }
  }

  /** Gives the current version of a resource; empty if it does not exist. */
  interface Versions {
    /**
     * The version of a resource.
     *
     * @param resource as written; empty for that of the request
     */
    Optional<Version> of(Optional<String> resource) throws Refused;
  }

  /** Whether one of the lists holds. */
  static boolean holds(String header, Versions versions) throws Refused {
    List<Together> lists = new Parser(header).lists();
    if (lists.stream().map(Together::resource).distinct().count() > MOST_RESOURCES) {
      throw malformed("it names more than " + MOST_RESOURCES + " resources");
    }
    Map<Optional<String>, Optional<Version>> looked = new HashMap<>();
    for (Together list : lists) {
      if (!looked.containsKey(list.resource())) {
        looked.put(list.resource(), versions.of(list.resource()));
      }
      Optional<Version> version = looked.get(list.resource());
      if (list.conditions().stream().allMatch(condition -> condition.holds(version))) {
        return true;
      }
    }
    return false;
  }

  private static Optional<Version> version(
      DavVisit visit, Map<Name, Optional<Version>> known, Optional<String> resource)
      throws Refused {
    Name name = visit.name();
    if (resource.isPresent()) {
      var uri = Elsewhere.uri(resource.get(), NAME);
      if (uri.isAbsolute() && !Elsewhere.isOurs(visit, uri)) {
        return Optional.empty(); // nothing here has this name
      }
      name = Name.of(uri.getRawPath());
    }
    Optional<Version> found = known.get(plain(name));
    return found == null ? visit.engine().look(name).map(IfHeader::version) : found;
  }

  /** The version of the present entry, also of a directory. */
  static Version version(Attributes entry) {
    return Version.of(new SeenFile(entry.size(), entry.modifiedAt()));
  }

  /** Names are the same with a slash at the end and without. */
  static Name plain(Name name) {
    return new Name(name.path(), false);
  }

  private static Refused malformed(String why) {
    return new Refused(HttpStatus.BAD_REQUEST_400, "the header If cannot be read: " + why);
  }

  /** {@code [<resource>] (conditions) (conditions) ...}. */
  private static final class Parser {
    private final String text;
    private int at;

    Parser(String text) {
      this.text = text;
    }

    List<Together> lists() throws Refused {
      List<Together> lists = new ArrayList<>();
      Optional<String> resource = Optional.empty();
      boolean named = false;
      while (next() != 0) {
        if (text.charAt(at) == '<') {
          require(!named, "a resource without a list");
          require(
              resource.isPresent() || lists.isEmpty(), "lists with a resource and lists without");
          resource = Optional.of(upTo('>'));
          named = true;
        } else {
          lists.add(new Together(resource, list()));
          named = false;
        }
      }
      require(!named && !lists.isEmpty(), "it ends without a list");
      return lists;
    }

    private List<Condition> list() throws Refused {
      require(text.charAt(at) == '(', "a list begins with a parenthesis");
      at++;
      List<Condition> conditions = new ArrayList<>();
      while (next() != ')') {
        conditions.add(condition());
      }
      at++;
      require(!conditions.isEmpty(), "a list is empty");
      return conditions;
    }

    private Condition condition() throws Refused {
      boolean negated = text.regionMatches(true, at, "Not", 0, 3);
      if (negated) {
        at += 3;
      }
      return switch (next()) {
        case '<' -> {
          upTo('>');
          yield new Condition(negated, Optional.empty());
        }
        case '[' -> new Condition(negated, Optional.of(tag()));
        default -> throw malformed("a condition is a <state token> or an [entity tag]");
      };
    }

    /** The next character that is no space; 0 at the end. */
    private char next() {
      while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
        at++;
      }
      return at < text.length() ? text.charAt(at) : 0;
    }

    /** What stands between the character here and that one, which is passed. */
    private String upTo(char end) throws Refused {
      int from = at + 1;
      int to = text.indexOf(end, from);
      require(to >= 0, "something is not closed");
      at = to + 1;
      return text.substring(from, to).strip();
    }

    /** An entity tag is quoted, and may have any character but a quote (RFC 9110 8.8.3). */
    private String tag() throws Refused {
      at++;
      next();
      int from = at;
      at += text.startsWith("W/", at) ? 2 : 0;
      require(next() == '"', "an entity tag is not quoted");
      int close = text.indexOf('"', at + 1);
      require(close >= 0, "an entity tag is not closed");
      at = close + 1;
      require(next() == ']', "an entity tag is followed by something");
      at++;
      return text.substring(from, close + 1);
    }

    private static void require(boolean holds, String why) throws Refused {
      if (!holds) {
        throw malformed(why);
      }
    }
  }
}
