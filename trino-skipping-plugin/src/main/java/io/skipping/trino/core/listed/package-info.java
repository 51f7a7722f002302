// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * Keeps what stores report about the content of objects, but Trino's file systems discard: the ETags of S3. They arrive
 * with responses to requests that are sent anyway. Leads builds to the store where Trino's cache would answer them.
 */
package io.skipping.trino.core.listed;
