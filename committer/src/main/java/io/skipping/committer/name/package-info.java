// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Names of objects that say which attempt of which task of which job wrote them. Pure: no store is asked here. */
package io.skipping.committer.name;
