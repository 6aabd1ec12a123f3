/**
 * {@code bora init}: makes the first configuration file of a site. Called only by {@code Main};
 * uses the configuration only through its check.
 */
package org.bora.launcher.command.init;
