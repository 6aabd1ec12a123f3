/** The command line. */
package org.bora.launcher;
