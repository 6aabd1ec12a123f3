/**
 * Verbs for who works on Bora, in a checkout: its tests and its measurements. Called by {@code
 * Main} alone.
 */
package org.bora.launcher.command.checkout;
