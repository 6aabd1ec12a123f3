/** The throwaway grid of a site that has no certificates yet. */
package org.bora.launcher.grid;
