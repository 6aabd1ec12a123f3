/** The Debian packages that Bora's own machine needs, and how they get there. */
package org.bora.launcher.packages;
