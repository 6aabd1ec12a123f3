package org.bora.backend.request;

import java.time.Instant;
import org.bora.backend.locate.Location.Place;
import org.bora.storage.spi.Upload;

/** A put between srmPrepareToPut and its end. */
public record ActivePut(Place place, Upload upload, String callerDn, Instant since) {}
