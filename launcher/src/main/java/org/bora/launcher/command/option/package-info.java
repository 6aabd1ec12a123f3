/**
 * Options that many verbs have: which Bora is asked, here or elsewhere, and how its answer is
 * shown. For all verbs; knows none of them.
 */
package org.bora.launcher.command.option;
