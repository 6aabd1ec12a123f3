/**
 * SRM v2.2 over SOAP 1.1: the servlet, a CXF endpoint behind it, the wire habits of real clients,
 * and the translation between the types of the contract and the records of {@code org.bora.api}.
 * {@link org.bora.frontend.soap.SrmServlet} shows the way of one call, {@link
 * org.bora.frontend.soap.SrmEndpoint} CXF's part of it.
 */
package org.bora.frontend.soap;
