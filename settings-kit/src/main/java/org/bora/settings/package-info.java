/**
 * Describes the keys of a record of settings: defaults, bounds, and the form of values. Depends
 * only on the JDK, so that each feature can keep its settings next to its code.
 */
package org.bora.settings;
