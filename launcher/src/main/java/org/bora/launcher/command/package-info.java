/** One class per verb of the command line. */
package org.bora.launcher.command;
