// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.vacuum;

import io.skipping.committer.store.StoredObject;

/** Holds an object that may be deleted, and the reason. */
public record Garbage(StoredObject object, Reason reason) {
    /** States the reason why an object is no longer needed. */
    public enum Reason {
        LEFTOVER("written by an attempt that no manifest counts"),
        REPLACED("replaced by an overwrite"),
        LIST("part of manifests of the past"),
        MANIFEST("manifest of the past"),
        RECORD("of a job that is over"),
        TEMPORARY("left by a process that died");

        private final String description;

        Reason(String description) {
            this.description = description;
        }

        /** Returns a description for people. */
        public String description() {
            return description;
        }
    }
}
