/**
 * The conformance suite: tables of calls and answers in {@code integration-tests/conformance},
 * played against a running site. What their words mean stands in the README.md there.
 */
package org.bora.it.conformance;
