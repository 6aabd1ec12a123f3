/** What a frontend counts and tells of the calls that it serves. */
package org.bora.door.figures;
