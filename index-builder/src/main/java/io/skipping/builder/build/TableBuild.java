// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder.build;

import io.skipping.builder.catalog.BuildEvent;
import io.skipping.builder.catalog.SkippingCatalog;
import io.skipping.builder.job.JobException;
import io.skipping.builder.job.JobException.Scope;
import io.skipping.command.TableName;
import io.skipping.command.progress.Progress;
import java.util.Optional;

/** Brings the index of one table up to date: summarises new and changed objects, then publishes the summaries. */
public final class TableBuild {
    private final SkippingCatalog catalog;
    private final TableName table;
    private final Optional<String> rangeSize;
    private final BuildTotals totals = new BuildTotals();
    private String build;

    /**
     * Creates the build; nothing is sent yet.
     *
     * @param rangeSize the length of ranges, as Trino writes sizes; empty for that of the catalog
     */
    public TableBuild(SkippingCatalog catalog, TableName table, Optional<String> rangeSize) {
        this.catalog = catalog;
        this.table = table;
        this.rangeSize = rangeSize;
    }

    /**
     * Builds, which can be done once, and returns what has happened.
     *
     * @throws JobException if it fails; the message says whether anything was published or kept
     */
    public BuildTotals run(Progress progress) {
        try {
            catalog.summarize(table, rangeSize, event -> {
                take(event);
                progress.update(totals.work());
            });
            if (build == null) {
                throw otherVersion("system.summarize returned no row");
            }
        } catch (JobException e) {
            throw e.with(
                    totals.doneBytes() + totals.doneObjects() > 0
                            ? "Nothing was published; what was summarised is kept, and the next build goes on from there"
                            : "Nothing was published");
        }
        try {
            catalog.publish(table, build);
        } catch (JobException e) {
            // if the connection was lost, the build may have been published nevertheless
            throw e.with("The summaries are made and kept, but may not be published: run the same command again");
        }
        return totals;
    }

    private void take(BuildEvent event) {
        if (event.build() == null) {
            throw otherVersion("system.summarize names no build");
        }
        if (build != null && !build.equals(event.build())) {
            throw otherVersion("system.summarize names two builds, %s and %s".formatted(build, event.build()));
        }
        build = event.build();
        totals.add(event);
    }

    private static JobException otherVersion(String what) {
        return new JobException(
                Scope.SERVER, what + ": use the command of the same version as the plugin in the Trino server");
    }
}
