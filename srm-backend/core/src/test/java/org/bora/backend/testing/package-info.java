/** Real databases for tests, here and in other modules. */
package org.bora.backend.testing;
