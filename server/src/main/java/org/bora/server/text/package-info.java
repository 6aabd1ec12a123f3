/** Amounts as people read them. */
package org.bora.server.text;
