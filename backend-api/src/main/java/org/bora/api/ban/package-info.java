/** Who is kept out by order of an administrator. */
package org.bora.api.ban;
