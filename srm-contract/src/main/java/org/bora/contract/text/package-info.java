/** How the simple types of the contract are read and written as text. */
package org.bora.contract.text;
