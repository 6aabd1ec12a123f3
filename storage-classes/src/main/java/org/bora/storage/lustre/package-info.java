/** Areas on Lustre: POSIX, and what liblustreapi adds. */
package org.bora.storage.lustre;
