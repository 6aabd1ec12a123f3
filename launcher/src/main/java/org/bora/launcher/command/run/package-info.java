/**
 * Verbs that start Bora and end it: all in one, or as a frontend or a backend, and what a shell
 * needs beside it. Called by {@code Main} alone.
 */
package org.bora.launcher.command.run;
