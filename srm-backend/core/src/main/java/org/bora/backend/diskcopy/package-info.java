/** Taking the bytes of a file that is on tape off the disk, without taking them from a reader. */
package org.bora.backend.diskcopy;
