/**
 * Local accounts: numbers for names, names for numbers, and whether this process may give files to
 * others. Callers: the mapping of grid identities, and listings that show owners.
 */
package org.bora.storage.account;
