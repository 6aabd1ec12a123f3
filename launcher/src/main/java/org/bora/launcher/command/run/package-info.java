/**
 * Verbs that start and stop Bora, all-in-one or as a frontend, door or backend, and verbs for the
 * shell. Called only by {@code Main}.
 */
package org.bora.launcher.command.run;
