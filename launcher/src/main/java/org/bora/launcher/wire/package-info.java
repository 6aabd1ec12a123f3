/** Puts the parts together, by plain constructors, for each way to run Bora. */
package org.bora.launcher.wire;
