/**
 * What every door has: TLS with the identity of its callers ({@code gsi}), admission ({@code
 * admit}), the audit log ({@code audit}) and figures ({@code figures}). Depends on {@code
 * port-kit}, {@code backend-api} and {@code audit-log}; knows no protocol but TLS, and no backend.
 */
package org.bora.door;
