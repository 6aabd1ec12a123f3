/** The words that both halves share; the JDK only. */
package org.bora.api.word;
