// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Talks to Elasticsearch and OpenSearch, where indexes can be kept instead of beside the data. */
package io.skipping.index.search.client;
