/** What `bora areas` says. */
package org.bora.launcher.area;
