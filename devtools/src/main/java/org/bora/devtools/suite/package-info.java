/** Runs Bora's own tests and adds up their results. */
package org.bora.devtools.suite;
