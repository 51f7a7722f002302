// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.search.client;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * @param body missing ({@link JsonNode#isMissingNode}) if there was none
 * @param node that answered
 */
public record SearchResponse(int status, JsonNode body, String node) {}
