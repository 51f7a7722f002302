// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.acceptance;

import io.skipping.testing.s3.LoggedRequest;
import io.skipping.testing.s3.RequestCounts;
import io.skipping.testing.s3.RequestKind;
import java.util.ArrayList;
import java.util.List;

/**
 * A moment of a build, as its requests tell. Counted by stage, because builds that find what killed ones have left ask for
 * more before they read.
 *
 * @param request how many requests of the stage have ended
 */
record BuildMoment(Stage stage, int request) {
    enum Stage {
        PLANNING,
        /** Since the first object was read. */
        READING,
        /** Since the first segment was written. */
        PUBLISHING,
        /** Since the manifest was written. */
        CLEANING_UP;

        private Stage after(LoggedRequest request) {
            Stage reached = PLANNING;
            // a manifest that is looked for in vain is no read
            if (request.isRead() && !request.isIndex()) {
                reached = READING;
            } else if (request.kind() == RequestKind.PUT && request.key().contains("/segments/")) {
                reached = PUBLISHING;
            } else if (request.kind() == RequestKind.PUT && request.key().contains("/manifests/")) {
                reached = CLEANING_UP;
            }
            return reached.compareTo(this) > 0 ? reached : this;
        }
    }

    /** All moments of a build that made these requests. */
    static List<BuildMoment> all(RequestCounts requests) {
        List<BuildMoment> moments = new ArrayList<>();
        BuildMoment moment = new BuildMoment(Stage.PLANNING, 0);
        for (LoggedRequest request : requests.entries()) {
            moment = moment.after(request);
            moments.add(moment);
        }
        return moments;
    }

    private BuildMoment after(LoggedRequest next) {
        Stage reached = stage.after(next);
        return new BuildMoment(reached, reached == stage ? request + 1 : 1);
    }

    /** Whether a build that has made these requests is there, or past it. */
    boolean isReached(RequestCounts requests) {
        return all(requests).stream().anyMatch(this::isAtMost);
    }

    private boolean isAtMost(BuildMoment other) {
        int stages = stage.compareTo(other.stage);
        return stages < 0 || stages == 0 && request <= other.request;
    }
}
