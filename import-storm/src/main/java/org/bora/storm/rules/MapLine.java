package org.bora.storm.rules;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bora.storm.source.GroupMapFile.GroupLine;

/**
 * A line of the groupmapfile as LCMAPS understands it: {@code "/hep"} is that group without a role,
 * {@code "/hep/Role=production"} that group with that role, {@code "/hep/*"} all groups below, and
 * the group itself with any role. LCMAPS leaves out {@code /Role=NULL} and capabilities.
 */
record MapLine(GroupLine line, String group, Optional<String> role, boolean below) {
  private static final String CAPABILITY = "/Capability=";
  private static final Pattern FORM =
      Pattern.compile("(/[^*=]*[^*=/])(?:/Role=([^*/]+))?(/\\*)?(?:/Capability=.*)?");

  /** Whether a line is about a certificate subject. */
  static boolean isSubject(GroupLine line) {
    int second = line.attribute().indexOf('/', 1);
    int equals = line.attribute().indexOf('=');
    return equals > 0 && (second < 0 || equals < second);
  }

  /** Empty for a pattern of another form. */
  static Optional<MapLine> parse(GroupLine line) {
    Matcher parts = FORM.matcher(line.attribute());
    if (isSubject(line) || !parts.matches()) {
      return Optional.empty();
    }
    Optional<String> role = Optional.ofNullable(parts.group(2));
    boolean star = parts.group(3) != null;
    if (!star) {
      role = role.filter(name -> !name.equals(AttributeSet.NO_ROLE));
    }
    return Optional.of(new MapLine(line, parts.group(1), role, star));
  }

  /** Whether it maps any caller: below a role there are only capabilities, which no caller has. */
  boolean isOfUse() {
    return !below || role.isEmpty();
  }

  /** Whether it maps these attributes: all of them or none, where it names their group. */
  boolean maps(AttributeSet set) {
    if (!isOfUse()) {
      return false;
    }
    boolean own = set.group().equals(group);
    if (below) {
      boolean withRole = !set.role().equals(AttributeSet.NO_ROLE);
      return set.group().startsWith(group + "/") || (own && (set.below() || withRole));
    }
    return own && !set.below() && set.role().equals(role.orElse(AttributeSet.NO_ROLE));
  }

  /** Whether a pattern of another form could be about some of these attributes. */
  static boolean mayMap(GroupLine odd, AttributeSet set) {
    String text = odd.attribute();
    int capability = text.indexOf(CAPABILITY);
    text = capability < 0 ? text : text.substring(0, capability);
    int star = text.indexOf('*');
    String beginning = star < 0 ? text : text.substring(0, star);
    return set.beginning().startsWith(beginning)
        || (!set.isOne() && beginning.startsWith(set.beginning()));
  }
}
