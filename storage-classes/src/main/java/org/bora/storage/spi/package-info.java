/**
 * What storage is to the rest of Bora: areas of files behind a directory handle that no name can
 * escape. Knows paths, bytes and tape; knows no SRM word.
 */
package org.bora.storage.spi;
