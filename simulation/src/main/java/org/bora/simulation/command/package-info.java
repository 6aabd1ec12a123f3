/** {@code bora simulate}: runs of fresh seeds, or one again. */
package org.bora.simulation.command;
