/** XML of the door: answers, errors, and the bodies of requests. */
package org.bora.s3.answer;
