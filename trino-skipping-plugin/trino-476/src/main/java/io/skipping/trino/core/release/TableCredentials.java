// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.release;

/** Credentials for the files of a table. This release hands none to connectors. */
public record TableCredentials() {
    public static final TableCredentials NONE = new TableCredentials();
}
