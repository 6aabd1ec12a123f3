/**
 * A tape system behind commands of the site: each batch is one run of a command, which reads one
 * JSON document and writes one line per report. The protocol is in docs/operate/tape-scripts.md.
 */
package org.bora.storage.tape.script;
