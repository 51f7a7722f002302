// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.explain;

import io.skipping.index.LiveObject;
import io.skipping.index.snapshot.ObjectVerdict.Stale;
import io.skipping.index.snapshot.ObjectVerdict.Stale.Change;
import java.util.Optional;
import java.util.stream.Stream;

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

    /**
     * Returns the statement by which columns are found again as they were when the object was summarised; empty if the session
     * does not decide that.
     *
     * @param catalog the catalog's name in statements
     */
    static Optional<String> setBack(String catalog, LiveObject object, Stale stale) {
        return Stream.of("parquet", "orc")
                .filter(format -> Stream.of(object.profile().text(), stale.profile())
                                .map(profile -> profile.startsWith(format + "/by-name"))
                                .distinct()
                                .count()
                        == 2)
                .map(format -> "SET SESSION %s.%s_use_column_names = %s"
                        .formatted(catalog, format, stale.profile().startsWith(format + "/by-name")))
                .findFirst();
    }

    /** Returns how an object is read otherwise: whoever has changed that by mistake takes it back, and builds nothing. */
    static String difference(LiveObject object, Stale stale) {
        return object.profile().difference(stale.profile());
    }
}
