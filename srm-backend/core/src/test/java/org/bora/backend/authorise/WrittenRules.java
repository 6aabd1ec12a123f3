package org.bora.backend.authorise;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Rules as an administrator writes them, for tests: the line is the position, from 1. */
public final class WrittenRules {

  private final Map<String, List<Rule>> rulesByArea = new HashMap<>();

  /** The rules of one area. */
  public WrittenRules area(String name, String sfn, String... lines) {
    rulesByArea.put(name, read(sfn, lines));
    return this;
  }

  public RuleBook book() {
    return new RuleBook(rulesByArea);
  }

  /** One area, named after its place without the slash. */
  public static RuleBook of(String sfn, String... lines) {
    return new WrittenRules().area(sfn.substring(1).replace('/', '-'), sfn, lines).book();
  }

  static List<Rule> read(String sfn, String... lines) {
    RuleReader reader = new RuleReader(sfn);
    List<Rule> rules = new ArrayList<>();
    for (String line : lines) {
      rules.add(reader.read(line, new RuleOrigin("bora.yaml", rules.size() + 1)));
    }
    return rules;
  }
}
