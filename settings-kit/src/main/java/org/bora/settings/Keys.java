package org.bora.settings;

/**
 * A record of settings: a section of the configuration, or a part of one ({@link Flat}). Each
 * component says by {@link Key} what may stand there; components that are Keys themselves, or lists
 * of them, are sections, too. The compact constructor calls {@link #check} and then refuses, by an
 * IllegalArgumentException with a sentence, what cannot be together.
 */
public interface Keys {

  /**
   * Checks that nothing is null and all is within the bounds.
   *
   * @param values in the order of the components
   * @throws IllegalArgumentException out of bounds; names the key
   */
  static void check(Class<? extends Record> type, Object... values) {
    int next = 0;
    for (Setting setting : Setting.of(type)) {
      setting.check(values[next++]);
    }
  }

  /** The record with all its defaults; every component must have one. */
  static <S extends Record> S defaults(Class<S> type) {
    return Presets.of(type);
  }
}
