// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.summarize;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import io.skipping.index.Profile;
import java.util.Map;
import java.util.Set;

/** Says who may use summaries that builds take from footers. */
public final class Footers {
    private Footers() {}

    /**
     * Returns the profile of Parquet. Who ignores the statistics in footers, because some are wrong, cannot use summaries that
     * builds took from these. Summaries of the values serve everybody.
     *
     * @param reader format and reader, such as {@code parquet/by-name}
     * @param settings the settings that decide what is read
     * @param earlierTexts texts under which earlier releases kept the profile of those who do not ignore footers
     */
    public static Profile profile(
            String reader, Map<String, String> settings, Set<String> earlierTexts, boolean ignored) {
        Profile ofValues = Profile.of(
                reader,
                ImmutableMap.<String, String>builder()
                        .putAll(settings)
                        .put("footers", "ignored")
                        .buildOrThrow(),
                ImmutableSet.of());
        return ignored
                ? ofValues
                : Profile.of(
                        reader,
                        settings,
                        ImmutableSet.<String>builder()
                                .addAll(earlierTexts)
                                .add(ofValues.text())
                                .build());
    }
}
