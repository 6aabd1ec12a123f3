/** StoRM's files as written: each value has its file and line. */
package org.bora.storm.source;
