package org.bora.backend.scenario.model;

import java.time.Instant;
import java.util.List;

/**
 * A put or a get, as its caller made it.
 *
 * @param announced whether the sizes of its files were announced
 * @param until when its pins end
 */
record Request(
    boolean put,
    int caller,
    boolean replace,
    boolean announced,
    Instant until,
    List<RequestedFile> files) {}
