/**
 * The interface of storage: areas of files behind a directory handle that no name can escape. It
 * deals with paths, bytes and tape, and does not know SRM.
 */
package org.bora.storage.spi;
