/** Pins: promises that a file stays readable on disk for a while. */
package org.bora.backend.pin;
