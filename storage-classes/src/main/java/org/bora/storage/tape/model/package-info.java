/**
 * What tape costs in time: mounting, locating, reading and writing, without moving a byte. {@link
 * org.bora.storage.tape.virtual} takes its pauses from here, and simulations of orders in which
 * files are recalled compute with it; so both agree.
 */
package org.bora.storage.tape.model;
