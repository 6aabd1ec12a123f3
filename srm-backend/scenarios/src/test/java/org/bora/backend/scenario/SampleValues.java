package org.bora.backend.scenario;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A statement with values of {@link FilledSchema} in place of its parameters: each as of the column
 * that it is compared with, set to or inserted into. Not thread safe.
 */
final class SampleValues {
  private static final Pattern TABLE =
      Pattern.compile(
          "\\b(?:FROM|JOIN|UPDATE|INTO) ([a-z_]+)(?: (?!SET|ON|WHERE|SELECT|USING|FORCE)([a-z]))?");
  private static final Pattern COMPARED =
      Pattern.compile(
          "(?:\\b([a-z])\\.)?`?([a-z_]+)`?(?: (?:=|<>|<=|>=|<|>)| IN \\((?:[^()]*,)?| \\+ CASE WHEN| =) ?$");
  private static final Pattern GREATEST = Pattern.compile("GREATEST\\((?:[a-z]\\.)?([a-z_]+), $");
  private static final Pattern CASE = Pattern.compile("CASE ([a-z_]+) WHEN $");
  private static final Pattern INSERT =
      Pattern.compile("INSERT (?:IGNORE )?INTO ([a-z_]+) \\(([^)]*)\\) VALUES \\(");

  private final FilledSchema schema;
  private final String sql;
  private final Map<String, String> aliases = new LinkedHashMap<>();
  private int used;

  private SampleValues(FilledSchema schema, String sql) {
    this.schema = schema;
    this.sql = sql;
    Matcher tables = TABLE.matcher(sql);
    while (tables.find()) {
      aliases.put(tables.group(2) == null ? tables.group(1) : tables.group(2), tables.group(1));
    }
  }

  static String in(FilledSchema schema, String sql) {
    return new SampleValues(schema, sql).filled();
  }

  private String filled() {
    StringBuilder result = new StringBuilder();
    int from = 0;
    for (int at = sql.indexOf('?'); at >= 0; at = sql.indexOf('?', from)) {
      result.append(sql, from, at).append(value(sql.substring(0, at)));
      from = at + 1;
    }
    return result.append(sql.substring(from)).toString();
  }

  private String value(String before) {
    Matcher insert = INSERT.matcher(before);
    if (insert.find() && before.indexOf(')', insert.end()) < 0) {
      return inserted(insert.group(1), insert.group(2), before.substring(insert.end()));
    }
    if (before.endsWith("LIMIT ")) {
      return "100";
    }
    if (before.endsWith("OCTET_LENGTH(path) <= ")) {
      return "3000";
    }
    for (Pattern pattern : List.of(GREATEST, CASE)) {
      Matcher matcher = pattern.matcher(before);
      if (matcher.find()) {
        return of("", matcher.group(1));
      }
    }
    Matcher compared = COMPARED.matcher(before);
    return compared.find() ? of(compared.group(1), compared.group(2)) : "1";
  }

  private String inserted(String table, String columns, String before) {
    String[] names = columns.split(", *", -1);
    int index = (int) before.chars().filter(c -> c == ',').count();
    String column = names[index].replace("`", "");
    return schema.hasColumn(table, column) ? schema.sample(table, column, used++) : "1";
  }

  private String of(String alias, String column) {
    Stream<String> tables =
        alias == null || alias.isEmpty() || !aliases.containsKey(alias)
            ? aliases.values().stream()
            : Stream.of(aliases.get(alias));
    return tables
        .filter(table -> schema.hasColumn(table, column))
        .findFirst()
        .map(table -> schema.sample(table, column, offset(column)))
        .orElse("1");
  }

  /** Keys differ from parameter to parameter, so that lists are lists; everything else is one. */
  private int offset(String column) {
    return Arrays.asList("id", "request_id", "upload_id", "file_id", "active_key", "name_key")
            .contains(column)
        ? used++
        : 0;
  }
}
