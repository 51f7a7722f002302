// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.search.client;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * Holds the response to a request.
 *
 * @param body missing ({@link JsonNode#isMissingNode}) if there was none
 * @param node the node that responded
 */
public record SearchResponse(int status, JsonNode body, String node) {}
