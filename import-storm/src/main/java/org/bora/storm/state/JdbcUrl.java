package org.bora.storm.state;

import java.util.Locale;
import java.util.Optional;

/** Database URLs on a command line, where a password would be visible. */
public final class JdbcUrl {
  private JdbcUrl() {}

  /** Why one is not taken; it is not repeated. Empty where it may be used. */
  public static Optional<String> refusal(String option, String url) {
    boolean named = url.toLowerCase(Locale.ROOT).contains("password");
    boolean before = shown(url).indexOf('@') >= 0;
    return named || before
        ? Optional.of(
            option
                + ": holds an account or a password, which others can read on the command line and"
                + " in files: give "
                + option
                + "-user and "
                + option
                + "-password-file")
        : Optional.empty();
  }

  /** Without its parameters. */
  static String shown(String url) {
    int parameters = url.indexOf('?');
    return parameters < 0 ? url : url.substring(0, parameters);
  }
}
