/**
 * The common parts of all doors: TLS with the identity of callers ({@code gsi}), admission ({@code
 * admit}), the audit log ({@code audit}) and figures ({@code figures}). Depends on {@code
 * port-kit}, {@code backend-api} and {@code audit-log}, but on no protocol other than TLS, and on
 * no backend.
 */
package org.bora.door;
