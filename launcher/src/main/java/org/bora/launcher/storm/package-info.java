/** The way over from StoRM: files in, configuration and report out. */
package org.bora.launcher.storm;
