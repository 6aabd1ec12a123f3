/**
 * The contract's types as XML and back, without JAXB: what the server reads and writes, and what
 * the client of other servers does. Lenient towards what the other side sends, bounded in what it
 * takes (docs/adr/0028, docs/adr/0046).
 */
package org.bora.contract.codec;
