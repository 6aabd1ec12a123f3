/** StoRM's files as they are written: every value knows file and line. */
package org.bora.storm.source;
