/** Asks a backend: chooses one, passes caller and deadline, repeats what may be repeated. */
package org.bora.frontend.dispatch;
