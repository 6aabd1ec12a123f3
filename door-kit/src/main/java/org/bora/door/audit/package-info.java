/** What the audit log is told of those who call: with which credential, from where, and let in? */
package org.bora.door.audit;
