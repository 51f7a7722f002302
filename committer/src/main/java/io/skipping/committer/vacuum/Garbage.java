// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.vacuum;

import io.skipping.committer.store.StoredObject;

/**
 * Holds an object that may be deleted, and the reason.
 *
 * @param object the object, as the listing of vacuum's folder shows it
 * @param reason why it is no longer needed
 */
public record Garbage(StoredObject object, Reason reason) {
    /** States the reason why an object is no longer needed. */
    public enum Reason {
        /** An attempt wrote it that no manifest counts. */
        LEFTOVER("written by an attempt that no manifest counts"),
        /** An overwrite replaced it. */
        REPLACED("replaced by an overwrite"),
        /** It has lines of manifests that are not current any more. */
        LIST("part of manifests of the past"),
        /** It is a manifest that is not current any more. */
        MANIFEST("manifest of the past"),
        /** It is a task record of a job that is over. */
        RECORD("of a job that is over"),
        /** A process died before it renamed it. */
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
