/** How a process is taken out of service so that nobody notices. */
package org.bora.launcher.drain;
