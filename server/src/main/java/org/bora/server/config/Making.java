package org.bora.server.config;

import org.bora.settings.Keys;

/**
 * Keys from which the settings of a feature can be made without other sections.
 *
 * @param <S> settings of the feature
 */
interface Making<S> extends Keys {

  /**
   * What the feature takes.
   *
   * @throws IllegalArgumentException the feature's refusal, which becomes a mistake of the section
   */
  S settings();
}
