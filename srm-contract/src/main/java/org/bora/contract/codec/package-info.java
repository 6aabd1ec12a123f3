/**
 * Converts the contract's types to XML and back, without JAXB, for the server and for the client of
 * other servers. Lenient towards the other side's input, and limited in its size (docs/adr/0028,
 * docs/adr/0046).
 */
package org.bora.contract.codec;
