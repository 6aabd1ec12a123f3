/**
 * The verbs of the command line, one class each, in a package for each of what people want of them:
 * {@code run} starts and ends, {@code look} asks and changes nothing, {@code change} orders, {@code
 * config} is about the configuration; {@code option} is what they share. {@code Main} alone knows
 * the verbs, and they do not know each other. Another jar may add verbs ({@code VerbProvider}).
 */
package org.bora.launcher.command;
