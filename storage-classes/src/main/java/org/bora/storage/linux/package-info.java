/**
 * The kernel and C library calls that storage needs and {@code java.nio} does not offer, bound with
 * the foreign function interface of Java 25. Linux on x86_64 and aarch64, both with 64-bit layouts.
 *
 * <p>Convention, as in the kernel itself: a call that may fail returns a number; zero or more is
 * its result, less than zero is a negated {@link org.bora.storage.linux.Errno}. Nothing here throws
 * for what a filesystem answers; the layer above gives errors their meaning, because the same
 * number means different things from different calls.
 *
 * <p>Every call takes a {@link org.bora.storage.linux.CallFrame}, the native memory of one
 * operation: one per operation, never shared between threads. Names are encoded as UTF-8; a name
 * with a NUL is refused there, so no name can be cut short on its way into the kernel.
 *
 * <p>The process needs {@code --enable-native-access=ALL-UNNAMED}.
 */
package org.bora.storage.linux;
