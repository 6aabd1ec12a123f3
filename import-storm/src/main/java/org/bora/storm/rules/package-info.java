/** StoRM's approachable rules and path authorization as rules of areas. */
package org.bora.storm.rules;
