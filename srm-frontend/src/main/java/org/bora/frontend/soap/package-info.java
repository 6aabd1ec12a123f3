/**
 * SRM v2.2 over SOAP 1.1: the servlet, the wire habits of real clients, and the translation between
 * the types of the contract and the records of {@code org.bora.api}. {@link
 * org.bora.frontend.soap.SrmServlet} shows the way of one call.
 */
package org.bora.frontend.soap;
