/**
 * Verbs that order something of a running Bora, and show what orders are about. Called by {@code
 * Main} alone.
 */
package org.bora.launcher.command.change;
