/** What lives in StoRM's database: its space tokens and pins. */
package org.bora.storm.state;
