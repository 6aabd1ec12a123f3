/**
 * Verbs about the configuration: checked, compared, explained, made of that of another service, and
 * read again by a Bora that runs. Called by {@code Main} alone.
 */
package org.bora.launcher.command.config;
