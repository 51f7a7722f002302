// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.search.document;

import static com.google.common.base.Preconditions.checkArgument;
import static java.lang.System.Logger.Level.WARNING;
import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.airlift.slice.DynamicSliceOutput;
import io.airlift.slice.Slice;
import io.airlift.slice.Slices;
import io.skipping.index.IndexUnavailableException;
import io.skipping.index.store.FileLocation;
import io.skipping.index.store.FileStore;
import io.skipping.index.store.StoredFile;
import io.skipping.index.store.segment.IndexDamagedException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Stores files as documents. The first document of a file has its path, its size and the time when it was written, by
 * this server's clock. Further documents hold the rest of the content. The first one is written last.
 */
final class DocumentFiles implements FileStore {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final System.Logger log = System.getLogger(DocumentFiles.class.getName());
    private static final String FILE = "file";
    /** kind of the further documents of a file; those of early releases have none */
    static final String PIECE = "piece";

    private static final int PIECE_BYTES = 4 << 20;
    private static final int LISTED_AT_ONCE = 10_000;

    private final TableDocuments documents;
    private final FileLocation directory;

    /** @param directory the folder that contains the files */
    DocumentFiles(TableDocuments documents, FileLocation directory) {
        this.documents = requireNonNull(documents, "documents is null");
        this.directory = requireNonNull(directory, "directory is null");
    }

    @Override
    public List<StoredFile> list(FileLocation folder) {
        String prefix = path(folder);
        List<StoredFile> files = new ArrayList<>();
        JsonNode hits;
        Optional<String> last = Optional.empty();
        do {
            ObjectNode body = JSON.objectNode()
                    .put("size", LISTED_AT_ONCE)
                    .put("track_total_hits", false)
                    .put("_source", false);
            ArrayNode filter = body.putObject("query").putObject("bool").putArray("filter");
            filter.addObject().putObject("term").put("kind", FILE);
            if (!prefix.isEmpty()) {
                filter.addObject().putObject("prefix").put("file.path", prefix);
            }
            body.putArray("sort").addObject().put("file.path", "asc");
            last.ifPresent(path -> body.putArray("search_after").add(path));
            body.putArray("docvalue_fields").add("file.path").add("file.bytes").add("file.modified");
            hits = documents.search(body).path("hits").path("hits");
            for (JsonNode hit : hits) {
                JsonNode fields = hit.path("fields");
                String path = fields.path("file.path").path(0).asText();
                last = Optional.of(path);
                files.add(new StoredFile(
                        directory.resolve(path),
                        fields.path("file.bytes").path(0).asLong(),
                        Instant.ofEpochMilli(
                                fields.path("file.modified").path(0).asLong())));
            }
        } while (hits.size() == LISTED_AT_ONCE);
        return files;
    }

    @Override
    public byte[] read(FileLocation location, long bytes) {
        // grows with the actual content, because the given size may be wrong
        DynamicSliceOutput content = new DynamicSliceOutput((int) Math.min(bytes, PIECE_BYTES));
        int pieces = pieces(bytes);
        for (int piece = 0; piece < pieces && content.size() < bytes; piece++) {
            content.writeBytes(content(location, piece(location, piece)));
        }
        if (content.size() != bytes) {
            throw new IndexDamagedException(
                    "Index %s is damaged: it has %s bytes instead of %s".formatted(location, content.size(), bytes));
        }
        return content.slice().getBytes();
    }

    private JsonNode piece(FileLocation location, int piece) {
        String id = id(path(location), piece);
        return documents.find(id).orElseThrow(() -> {
            String message = "Index %s has no document %s".formatted(location, id);
            // without its first document, there is no such file
            return piece == 0 ? new IndexUnavailableException(message) : new IndexDamagedException(message);
        });
    }

    private static byte[] content(FileLocation location, JsonNode document) {
        try {
            byte[] content = document.path("content").binaryValue();
            if (content == null) {
                throw new IOException("a piece of it has no content");
            }
            return content;
        } catch (IOException e) {
            throw new IndexDamagedException("Index %s is damaged: %s".formatted(location, e.getMessage()), e);
        }
    }

    @Override
    public void write(FileLocation location, ByteBuffer bytes) {
        Slice content = Slices.wrappedHeapBuffer(bytes);
        documents.checkIsThere();
        String path = path(location);
        try {
            write(path, content);
        } catch (RuntimeException e) {
            tryToDelete(path, pieces(content.length()));
            throw e;
        }
    }

    private void write(String path, Slice content) {
        for (int piece = pieces(content.length()) - 1; piece > 0; piece--) {
            int from = piece * PIECE_BYTES;
            documents.put(
                    id(path, piece),
                    JSON.objectNode()
                            .put("kind", PIECE)
                            .put("of", path)
                            .put("written", System.currentTimeMillis())
                            .put("content", content.getBytes(from, Math.min(PIECE_BYTES, content.length() - from))),
                    false);
        }
        documents.put(id(path, 0), file(path, content), true);
    }

    /** Deletes what was written of a file that is not complete. What remains if this fails is for a vacuum. */
    private void tryToDelete(String path, int pieces) {
        try {
            for (int piece = 0; piece < pieces; piece++) {
                documents.delete(id(path, piece));
            }
        } catch (RuntimeException e) {
            log.log(
                    WARNING,
                    "Left for vacuum: pieces of %s in index %s: %s".formatted(path, documents.index(), e.getMessage()));
        }
    }

    /** Writes a single document of any size, so that the file is complete or missing. */
    @Override
    public boolean createExclusive(FileLocation location, byte[] content) {
        documents.checkIsThere();
        String path = path(location);
        ObjectNode document = file(path, Slices.wrappedBuffer(content)).put("content", content);
        return documents.create(id(path, 0), document);
    }

    private static ObjectNode file(String path, Slice content) {
        ObjectNode document = JSON.objectNode().put("kind", FILE).put("of", path);
        document.putObject("file")
                .put("path", path)
                .put("bytes", content.length())
                .put("modified", System.currentTimeMillis());
        return document.put("content", content.getBytes(0, Math.min(PIECE_BYTES, content.length())));
    }

    @Override
    public void prepare() {
        documents.prepare();
    }

    /** Returns whether the table has no index in the search engine yet. */
    @Override
    public boolean keepsTraces() {
        return !documents.isThere();
    }

    /** Deletes also the index that the engine made if it was deleted before these files were written. */
    @Override
    public void delete(Collection<FileLocation> locations) {
        if (locations.isEmpty()) {
            return;
        }
        documents.delete(
                Conditions.terms("of", locations.stream().map(this::path).toList()));
        documents.deleteLateDocuments();
    }

    @Override
    public boolean exists(FileLocation location) {
        return documents.has(id(path(location), 0));
    }

    /** Deletes the whole index, including the summaries, which are documents of the same index. */
    @Override
    public void deleteFolder(FileLocation folder, BooleanSupplier isWanted) {
        checkArgument(folder.equals(directory), "%s is not %s", folder, directory);
        if (isWanted.getAsBoolean()) {
            documents.deleteAll();
        }
    }

    private static int pieces(long bytes) {
        return Math.max(1, Math.toIntExact((bytes + PIECE_BYTES - 1) / PIECE_BYTES));
    }

    static String id(String path, int piece) {
        return path + "#" + piece;
    }

    private String path(FileLocation location) {
        String prefix = directory + "/";
        checkArgument(location.toString().startsWith(prefix), "%s is not in %s", location, directory);
        return location.toString().substring(prefix.length());
    }
}
