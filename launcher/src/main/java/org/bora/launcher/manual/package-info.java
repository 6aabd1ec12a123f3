/**
 * Manual pages, made from the verbs themselves: what {@code --help} says, in the form of man(7).
 */
package org.bora.launcher.manual;
