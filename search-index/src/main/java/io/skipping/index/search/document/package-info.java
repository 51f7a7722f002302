// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * Keeps indexes in Elasticsearch or OpenSearch: a document for each range, which the engine searches, and a few for the
 * files that define the ranges of a state. {@code docs/search-engine-index.md} specifies the documents.
 */
package io.skipping.index.search.document;
