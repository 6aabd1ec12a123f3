/**
 * Options of many verbs: the Bora to ask, local or remote, and the form of the output. For all
 * verbs, and independent of them.
 */
package org.bora.launcher.command.option;
