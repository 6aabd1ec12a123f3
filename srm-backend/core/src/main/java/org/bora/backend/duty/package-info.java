/** Work that a backend takes up without being called, and how it is laid down. */
package org.bora.backend.duty;
