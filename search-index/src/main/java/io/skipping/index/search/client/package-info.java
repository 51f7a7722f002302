// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Communicates with Elasticsearch and OpenSearch, which can keep indexes instead of the object store. */
package io.skipping.index.search.client;
