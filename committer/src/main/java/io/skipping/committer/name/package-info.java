// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * Defines names of objects that identify the attempt, the task and the job that wrote them. This package accesses no
 * store.
 */
package io.skipping.committer.name;
