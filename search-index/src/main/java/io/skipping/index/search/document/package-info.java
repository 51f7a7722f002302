// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * Keeps indexes in Elasticsearch or OpenSearch: a document for each range, which are searched there, and a few for the files
 * that say which ranges make up a state. {@code docs/search-engine-index.md} specifies them.
 */
package io.skipping.index.search.document;
