/** What scripts of other origins may do with a bucket (CORS): its rules, and how they are held. */
package org.bora.s3.cors;
