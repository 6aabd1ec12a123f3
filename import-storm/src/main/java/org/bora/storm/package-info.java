/**
 * The way over from StoRM: its files are read ({@code source}), its path authorization becomes
 * rules ({@code rules}), its settings become a configuration ({@code translate}), what lives in its
 * database is taken over ({@code state}), and nothing of it is passed over in silence ({@code
 * report}). Data is never touched.
 */
package org.bora.storm;
