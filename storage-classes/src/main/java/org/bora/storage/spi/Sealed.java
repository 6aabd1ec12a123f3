package org.bora.storage.spi;

/**
 * An upload whose bytes are complete and on stable storage.
 *
 * @param size bytes
 * @param adler32 eight lower-case hexadecimal digits
 */
public record Sealed(long size, String adler32) {}
