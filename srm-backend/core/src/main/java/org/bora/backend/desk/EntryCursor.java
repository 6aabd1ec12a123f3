package org.bora.backend.desk;

import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bora.storage.spi.ListingMark;

/** The position where a page of a directory begins. Programs receive it as text, and return it. */
public sealed interface EntryCursor {

  /** At the beginning. */
  record Start() implements EntryCursor {
    @Override
    public String text() {
      return "";
    }
  }

  /** Behind a name, in the order of names. */
  record Behind(String name) implements EntryCursor {
    public Behind {
      Objects.requireNonNull(name, "name");
    }

    @Override
    public String text() {
      return "n:" + name;
    }
  }

  /** At a name, in the directory's own order. */
  record At(ListingMark mark) implements EntryCursor {
    public At {
      Objects.requireNonNull(mark, "mark");
    }

    @Override
    public String text() {
      return "d" + mark.position() + ":" + mark.name();
    }
  }

  /** Where every directory begins. */
  EntryCursor START = new Start();

  /** How it is written. */
  String text();

  /**
   * Reads what {@link #text} wrote.
   *
   * @throws IllegalArgumentException it is something else
   */
  static EntryCursor parse(String text) {
    if (text.isEmpty()) {
      return START;
    }
    if (text.startsWith("n:")) {
      return new Behind(text.substring(2));
    }
    Matcher own = Pattern.compile("d(-?[0-9]{1,19}):(.+)", Pattern.DOTALL).matcher(text);
    if (!own.matches()) {
      throw new IllegalArgumentException("this is no place in a directory");
    }
    try {
      return new At(new ListingMark(Long.parseLong(own.group(1)), own.group(2)));
    } catch (NumberFormatException beyond) {
      throw new IllegalArgumentException("this is no place in a directory", beyond);
    }
  }
}
