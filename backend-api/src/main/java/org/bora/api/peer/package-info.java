/** How the two halves of Bora recognise each other. */
package org.bora.api.peer;
