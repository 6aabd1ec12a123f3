/**
 * What a record of settings says of its keys: defaults, bounds, and how values are written. Depends
 * on nothing but the JDK, so that every feature can have its settings beside it.
 */
package org.bora.settings;
