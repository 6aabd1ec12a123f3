/**
 * Manual pages, made from the verbs themselves: the text of {@code --help} in the form of man(7).
 */
package org.bora.launcher.manual;
