/** How figures are written for people who read a terminal. */
package org.bora.launcher.report;
