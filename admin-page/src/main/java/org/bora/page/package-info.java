/**
 * The page that administrators look at: its files, and the last half hour of a site for its
 * pictures. All else it asks of the administrators' port, as programs do.
 */
package org.bora.page;
