// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.search.client;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * Holds the response to a request.
 *
 * @param status the HTTP status
 * @param body the body; missing ({@link JsonNode#isMissingNode}) if there was none
 * @param node the address of the node that responded
 */
public record SearchResponse(int status, JsonNode body, String node) {}
