/** Runs Bora's own tests and adds up what came of them. */
package org.bora.devtools.suite;
