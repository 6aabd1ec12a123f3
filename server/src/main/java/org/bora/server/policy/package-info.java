/** What the rules of a configuration decide, told to people. */
package org.bora.server.policy;
