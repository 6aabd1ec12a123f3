/**
 * What tape costs in time: mounting, locating, reading and writing, without moving a byte. The
 * virtual library takes its pauses from here, and simulations of orders in which files are recalled
 * compute with it; so both agree. The library itself is a module of its own: here is what it has,
 * and how it is found.
 */
package org.bora.storage.tape.model;
