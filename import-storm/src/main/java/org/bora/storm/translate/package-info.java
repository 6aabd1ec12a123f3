/** From StoRM's settings to a configuration. */
package org.bora.storm.translate;
