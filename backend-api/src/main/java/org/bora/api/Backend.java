package org.bora.api;

import org.bora.api.bringonline.BringOnlineCalls;
import org.bora.api.copy.CopyCalls;
import org.bora.api.directory.DirectoryCalls;
import org.bora.api.discovery.DiscoveryCalls;
import org.bora.api.get.GetCalls;
import org.bora.api.permission.PermissionCalls;
import org.bora.api.put.PutCalls;
import org.bora.api.request.RequestCalls;
import org.bora.api.space.SpaceCalls;

/**
 * All that a frontend may ask of a backend. The frontend's dispatch implements it by gRPC, the
 * backend by its operations; both see only these records.
 *
 * <p>Every call blocks its (virtual) thread until the answer is final or {@link
 * org.bora.api.word.Call#deadline()} has passed. A refusal is part of the reply: its status says
 * what, its explanation why. A surprise (database gone, disk error) is a {@link BackendFailure};
 * nothing else is thrown. Implementations are thread safe.
 */
public interface Backend
    extends DiscoveryCalls,
        DirectoryCalls,
        PermissionCalls,
        PutCalls,
        GetCalls,
        BringOnlineCalls,
        RequestCalls,
        SpaceCalls,
        CopyCalls {}
