// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.config;

import io.airlift.configuration.Config;
import io.airlift.configuration.ConfigDescription;

/** Holds the catalog properties that are of use for tables of Hive only. */
public class HiveScanConfig {
    private boolean textReaderEnabled = true;
    private boolean manifestsEnabled = true;

    public boolean isTextReaderEnabled() {
        return textReaderEnabled;
    }

    @Config("skipping.text-reader.enabled")
    @ConfigDescription(
            "Whether to read text with this connector's reader, which decodes delimited text (TEXTFILE, CSV) column by column,"
                    + " only the columns that a query needs, and finds the lines of JSON and REGEX. It returns the same rows as the stock"
                    + " connector's reader, faster. If false, the stock connector's reader is used")
    public HiveScanConfig setTextReaderEnabled(boolean textReaderEnabled) {
        this.textReaderEnabled = textReaderEnabled;
        return this;
    }

    public boolean isManifestsEnabled() {
        return manifestsEnabled;
    }

    @Config("skipping.manifests.enabled")
    @ConfigDescription(
            "Whether the manifests of the committer decide which objects a query reads. If true, queries ignore the leftovers of"
                    + " failed and speculative attempts, and see an overwrite as a whole or not at all. This costs one request per query"
                    + " for tables with partitions, and none for most others. If false, all objects are read, as by the stock connector."
                    + " The session property committed_only overrides this")
    public HiveScanConfig setManifestsEnabled(boolean manifestsEnabled) {
        this.manifestsEnabled = manifestsEnabled;
        return this;
    }
}
