/** Copying between this service and another: the words of srmCopy. */
package org.bora.api.copy;
