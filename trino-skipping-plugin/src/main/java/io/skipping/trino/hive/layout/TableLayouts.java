// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.layout;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import com.google.inject.Inject;
import io.airlift.json.JsonCodec;
import io.skipping.index.IndexedTable;
import io.skipping.index.store.IndexLayout;
import io.skipping.trino.core.config.SkippingConfig;
import io.trino.filesystem.Location;
import io.trino.filesystem.TrinoFileSystem;
import io.trino.filesystem.TrinoFileSystemFactory;
import io.trino.filesystem.TrinoInputStream;
import io.trino.spi.security.ConnectorIdentity;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Stores the layouts of tables, each as a file next to the table's index. Thread-safe. */
public class TableLayouts {
    static final String FORMAT = "trino-skipping-table-layout";
    static final int VERSION = 1;
    /** Many times more than a statement can pass. Anything longer is not a layout. */
    private static final int MOST_BYTES = 16 << 20;

    private static final JsonCodec<Content> CODEC = JsonCodec.jsonCodec(Content.class);
    private static final JsonCodec<JsonNode> MODEL_CODEC = JsonCodec.jsonCodec(JsonNode.class);

    private final TrinoFileSystemFactory fileSystems;
    private final Optional<String> indexLocation;

    @Inject
    public TableLayouts(TrinoFileSystemFactory fileSystems, SkippingConfig config) {
        this.fileSystems = requireNonNull(fileSystems, "fileSystems is null");
        this.indexLocation = config.getIndexLocation();
    }

    /** Holds the content of the file. */
    public record Content(
            @JsonProperty("format") String format,
            @JsonProperty("version") int version,
            @JsonProperty("model") JsonNode model,
            @JsonProperty("sorted_by") List<String> sortedBy) {}

    /** Returns the table's own folder, which holds its layout. */
    public Location folder(IndexedTable table) {
        return Location.of(IndexLayout.of(table, indexLocation).directory().text());
    }

    /** Returns the file that holds the layout of a table. */
    Location file(IndexedTable table) {
        return folder(table).appendPath("layout.json");
    }

    /**
     * Reads the layout of a table.
     *
     * @return empty if the table has none
     * @throws IllegalArgumentException if the file is not a layout
     */
    public Optional<TableLayout> read(IndexedTable table, ConnectorIdentity identity) throws IOException {
        byte[] bytes;
        try (TrinoInputStream input =
                fileSystem(identity).newInputFile(file(table)).newStream()) {
            bytes = input.readNBytes(MOST_BYTES + 1);
        } catch (FileNotFoundException _) {
            return Optional.empty();
        }
        if (bytes.length > MOST_BYTES) {
            throw new IllegalArgumentException("it has more than %s bytes".formatted(MOST_BYTES));
        }
        Content content = CODEC.fromJson(bytes);
        if (!FORMAT.equals(content.format())) {
            throw new IllegalArgumentException("its format is %s, not %s".formatted(content.format(), FORMAT));
        }
        if (content.version() != VERSION) {
            throw new IllegalArgumentException(
                    "it has version %s; this release knows version %s".formatted(content.version(), VERSION));
        }
        if (content.model() == null || content.sortedBy() == null) {
            throw new IllegalArgumentException("it has no model, or no sorted_by");
        }
        TableLayout layout = new TableLayout(content.model().toString(), content.sortedBy());
        layout.read();
        return Optional.of(layout);
    }

    /** Writes a layout, and replaces the one that the table has. */
    public void write(IndexedTable table, TableLayout layout, ConnectorIdentity identity) throws IOException {
        Content content = new Content(FORMAT, VERSION, MODEL_CODEC.fromJson(layout.model()), layout.sortedBy());
        byte[] bytes = CODEC.toJsonBytes(content);
        if (bytes.length > MOST_BYTES) {
            throw new IllegalArgumentException(
                    "A layout may have %s bytes, and this one has %s: train a model of fewer partitions"
                            .formatted(MOST_BYTES, bytes.length));
        }
        fileSystem(identity).newOutputFile(file(table)).createOrOverwrite(bytes);
    }

    /**
     * Deletes the layout of a table.
     *
     * @return whether there was one
     */
    public boolean delete(IndexedTable table, ConnectorIdentity identity) throws IOException {
        TrinoFileSystem fileSystem = fileSystem(identity);
        if (!fileSystem.newInputFile(file(table)).exists()) {
            return false;
        }
        fileSystem.deleteFile(file(table));
        return true;
    }

    private TrinoFileSystem fileSystem(ConnectorIdentity identity) {
        return fileSystems.create(identity);
    }
}
