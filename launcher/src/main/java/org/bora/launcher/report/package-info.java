/** Formats figures for terminals. */
package org.bora.launcher.report;
