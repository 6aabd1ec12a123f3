/**
 * {@code bora init}: makes the first configuration file of a site. Called by {@code Main} alone;
 * knows the configuration only through its check.
 */
package org.bora.launcher.command.init;
