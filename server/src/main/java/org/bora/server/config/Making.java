package org.bora.server.config;

import org.bora.settings.Keys;

/**
 * Keys of which a feature's settings can be made without looking elsewhere.
 *
 * @param <S> what the feature takes
 */
interface Making<S> extends Keys {

  /**
   * What the feature takes.
   *
   * @throws IllegalArgumentException the feature's refusal, which becomes a mistake of the section
   */
  S settings();
}
