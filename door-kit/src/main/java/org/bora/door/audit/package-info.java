/** Records of callers for the audit log: credential, address, and whether they were admitted. */
package org.bora.door.audit;
