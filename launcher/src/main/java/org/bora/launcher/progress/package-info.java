/** How far a verb that works for long is. */
package org.bora.launcher.progress;
