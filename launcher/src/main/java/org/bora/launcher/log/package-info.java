/** Where log lines go. */
package org.bora.launcher.log;
