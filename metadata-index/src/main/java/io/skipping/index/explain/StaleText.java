// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.explain;

import io.skipping.index.LiveObject;
import io.skipping.index.snapshot.ObjectVerdict.Stale;
import io.skipping.index.snapshot.ObjectVerdict.Stale.Change;

/** Says why the summaries of objects cannot be used. */
public final class StaleText {
    private StaleText() {}

    /** Returns why one object is stale, with the settings that are different now. */
    public static String of(LiveObject object, Stale stale) {
        return stale.change() == Change.PROFILE
                ? "read in another way: " + difference(object, stale)
                : "changed " + of(stale.change(), "its");
    }

    /**
     * Returns in what objects have changed.
     *
     * @param whose {@code its} or {@code their}
     */
    static String of(Change change, String whose) {
        return switch (change) {
            case SIZE -> "in size";
            case MODIFICATION_TIME -> "in %s modification time alone".formatted(whose);
            case TAG -> "in %s content, at the same size and time".formatted(whose);
            case PROFILE -> "in the way %s bytes are read".formatted(whose);
        };
    }

    /** Returns how an object is read otherwise: whoever has changed that by mistake takes it back, and builds nothing. */
    static String difference(LiveObject object, Stale stale) {
        return object.profile().difference(stale.profile());
    }
}
