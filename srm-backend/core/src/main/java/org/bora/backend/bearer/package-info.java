/**
 * The secret behind what the site issues itself: macaroons, and transfer URLs of HTTPS
 * (docs/adr/0063). It lies in the database alone; doors get keys of days, which are derived from
 * it.
 */
package org.bora.backend.bearer;
