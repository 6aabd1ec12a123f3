package org.bora.launcher;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.function.Function;

/**
 * A way in which a configuration can be wrong.
 *
 * @param key that the message must begin with, or hold
 * @param value that it must name
 */
record WrongWay(String what, String key, String value, Function<WrongSite, byte[]> file) {

  static WrongWay way(String what, String key, String value, Function<WrongSite, String> text) {
    return new WrongWay(
        what, key, value, made -> text.apply(made).getBytes(StandardCharsets.UTF_8));
  }

  static WrongWay changed(String what, String key, String value, String from, String to) {
    return way(
        what,
        key,
        value,
        made -> {
          assertTrue(made.base().contains(from), from);
          return made.base().replace(from, to);
        });
  }

  static WrongWay area(String what, String key, String value, String area) {
    return way(what, key, value, made -> made.base() + "  - " + area + "\n");
  }

  static WrongWay library(String what, String key, String value, String library) {
    return way(
        what,
        key,
        value,
        made ->
            made.base()
                    .replace(
                        "    root: data/atlas\n",
                        "    root: data/atlas\n    class: d1t1\n    library: robot\n")
                + "tape: {libraries: ["
                + library
                + "]}\n");
  }
}
