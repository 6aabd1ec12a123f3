/** The verbs of a checkout, one class each. Made by {@code CheckoutVerbs} alone. */
package org.bora.devtools.command;
