/**
 * What a process counts while it works, and what it tells of itself to others. Counting is done by
 * every call: it takes no lock that calls share, allocates nothing and blocks on nothing.
 */
package org.bora.api.figures;
