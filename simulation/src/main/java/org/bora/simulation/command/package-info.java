/** {@code bora simulate}: runs new seeds, or replays one. */
package org.bora.simulation.command;
