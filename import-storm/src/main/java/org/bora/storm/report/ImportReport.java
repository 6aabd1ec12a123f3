package org.bora.storm.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** All findings, for people and for programs. */
public record ImportReport(List<Finding> findings) {
  private static final String INDENT = " ".repeat(9);

  public ImportReport {
    findings = List.copyOf(findings);
  }

  /** How many settings fared so. */
  public long count(SettingVerdict verdict) {
    return findings.stream().filter(finding -> finding.verdict() == verdict).count();
  }

  /** Whether a person has to decide before the configuration may be used. */
  public boolean needsDecision() {
    return count(SettingVerdict.UNKNOWN) + count(SettingVerdict.WEAKER) > 0;
  }

  /** How many of each, in one line. */
  public String summary() {
    List<String> counts = new ArrayList<>();
    for (SettingVerdict verdict : List.of(SettingVerdict.values()).reversed()) {
      counts.add(count(verdict) + " " + verdict.word());
    }
    return findings.size() + " settings: " + String.join(", ", counts);
  }

  /** Unknown settings first, kept ones last; otherwise in the order of reading. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>(List.of(summary()));
    for (SettingVerdict verdict : SettingVerdict.values()) {
      findings.stream().filter(one -> one.verdict() == verdict).forEach(one -> add(lines, one));
    }
    return lines;
  }

  private static void add(List<String> lines, Finding finding) {
    lines.add("");
    String value = finding.value().isEmpty() ? "" : " = " + finding.value();
    lines.add("%-8s %s%s".formatted(finding.verdict().name(), finding.spot(), value));
    if (!finding.becomes().isEmpty()) {
      lines.add(INDENT + "now " + finding.becomes());
    }
    if (!finding.why().isEmpty()) {
      lines.add(INDENT + "because " + finding.why());
    }
  }

  /** One object: {@code counts} by verdict and {@code findings} as they were met. */
  public String json() {
    Map<String, Object> counts = new LinkedHashMap<>();
    for (SettingVerdict verdict : SettingVerdict.values()) {
      counts.put(verdict.word(), count(verdict));
    }
    List<Map<String, Object>> all = new ArrayList<>();
    for (Finding finding : findings) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("file", finding.spot().file());
      one.put("line", finding.spot().line());
      one.put("key", finding.spot().key());
      one.put("value", finding.value());
      one.put("verdict", finding.verdict().word());
      one.put("becomes", finding.becomes());
      one.put("why", finding.why());
      all.add(one);
    }
    Map<String, Object> whole = new LinkedHashMap<>();
    whole.put("counts", counts);
    whole.put("findings", all);
    return JsonMapper.builder().build().writerWithDefaultPrettyPrinter().writeValueAsString(whole);
  }
}
