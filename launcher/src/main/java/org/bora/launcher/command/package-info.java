/**
 * The verbs of the command line, one class each, in packages by purpose: {@code run} starts and
 * stops, {@code look} shows without changing anything, {@code change} gives orders, {@code config}
 * handles the configuration; {@code option} has shared options. Only {@code Main} knows the verbs,
 * and they do not know each other. Another jar may add verbs ({@code VerbProvider}).
 */
package org.bora.launcher.command;
