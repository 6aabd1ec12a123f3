/** What became of each setting of StoRM. */
package org.bora.storm.report;
