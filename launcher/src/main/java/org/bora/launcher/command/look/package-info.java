/** Verbs that ask a running Bora and change nothing in it. Called by {@code Main} alone. */
package org.bora.launcher.command.look;
