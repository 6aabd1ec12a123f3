/** The output of `bora areas`. */
package org.bora.launcher.area;
