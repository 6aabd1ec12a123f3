/**
 * The time model of tape: mounting, locating, reading and writing, without moving bytes. The
 * virtual library and the simulations of recall orders use the same model. The library itself is a
 * separate module; this package has its settings, and finds it.
 */
package org.bora.storage.tape.model;
