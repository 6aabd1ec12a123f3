/** Which directories the storage areas are. */
package org.bora.api.area;
