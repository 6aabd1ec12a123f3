/**
 * The directory one all-in-one Bora lives in: where its files are, which ports it has, whether it
 * runs.
 */
package org.bora.server.home;
