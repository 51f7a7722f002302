// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.stage;

import io.skipping.committer.store.Content;
import io.skipping.committer.store.MemoryStore;
import io.skipping.committer.store.Store;
import io.skipping.committer.store.StoredObject;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** A folder of a store, for jobs that write to it. */
record MemoryStoreFolder(MemoryStore store, String folder) implements Store {
    @Override
    public String location() {
        return store.location() + "/" + folder;
    }

    @Override
    public Optional<Parent> parent() {
        String path = folder.substring(0, folder.length() - 1);
        int slash = path.lastIndexOf('/') + 1;
        return Optional.of(new Parent(
                slash == 0 ? store : new MemoryStoreFolder(store, path.substring(0, slash)), path.substring(slash)));
    }

    @Override
    public boolean replacesConditionally() {
        return store.replacesConditionally();
    }

    @Override
    public boolean create(String path, Content content) throws IOException {
        return store.create(folder + path, content);
    }

    @Override
    public boolean replace(String path, String etag, Content content) throws IOException {
        return store.replace(folder + path, etag, content);
    }

    @Override
    public void put(String path, Content content) throws IOException {
        store.put(folder + path, content);
    }

    @Override
    public OutputStream write(String path) {
        return store.write(folder + path);
    }

    @Override
    public Optional<Opened> open(String path) {
        return store.open(folder + path);
    }

    @Override
    public void list(String folder, ListingConsumer consumer) throws IOException {
        store.list(
                this.folder + folder,
                object -> consumer.accept(new StoredObject(
                        object.path().substring(this.folder.length()),
                        object.size(),
                        object.modifiedMillis(),
                        object.etag())));
    }

    @Override
    public List<String> names(String folder, String prefix) {
        return store.names(this.folder + folder, prefix);
    }

    @Override
    public void delete(Collection<String> paths) {
        store.delete(paths.stream().map(path -> folder + path).toList());
    }

    @Override
    public void deleteEmptyFolder(String folder) {}
}
