// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.search.client;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Describes a failure as the engine reports it.
 *
 * @param type such as {@code index_not_found_exception}; empty if the response is not from the engine
 * @param reason readable text; empty if there is none
 */
record EngineError(Optional<String> type, String reason) {
    private static final int MAX_REASON = 500;
    private static final int MAX_CAUSES = 5;

    EngineError {
        requireNonNull(type, "type is null");
        requireNonNull(reason, "reason is null");
    }

    /** Parses the body of any response. */
    static EngineError ofAnswer(byte[] body) {
        JsonNode answer = SearchJson.readOrMissing(body);
        if (answer.path("error").isObject()) {
            return of(answer.path("error"));
        }
        for (String field : new String[] {"error", "message", "Message"}) {
            if (answer.path(field).isTextual()) {
                return new EngineError(
                        Optional.empty(), shortened(answer.path(field).textValue()));
            }
        }
        if (answer.isContainerNode()) {
            return new EngineError(Optional.empty(), "");
        }
        return new EngineError(Optional.empty(), shortened(SearchJson.text(body)));
    }

    /** Parses an object with a type and a reason, as in the result of one bulk item. */
    static EngineError of(JsonNode error) {
        Set<String> reasons = new LinkedHashSet<>();
        addReason(error, reasons);
        addReason(error.path("root_cause").path(0), reasons);
        JsonNode cause = error.path("caused_by");
        for (int depth = 0; depth < MAX_CAUSES && cause.isObject(); depth++) {
            addReason(cause, reasons);
            cause = cause.path("caused_by");
        }
        return new EngineError(
                Optional.ofNullable(error.path("type").textValue()), shortened(String.join("; ", reasons)));
    }

    private static void addReason(JsonNode error, Set<String> reasons) {
        String reason = error.path("reason").asText("");
        if (!reason.isEmpty()) {
            reasons.add(reason);
        }
    }

    private static String shortened(String text) {
        // a proxy may respond with an HTML page
        String line = text.replaceAll("<[^>]*>", " ").strip().replaceAll("\\s+", " ");
        return line.length() <= MAX_REASON ? line : line.substring(0, MAX_REASON) + "…";
    }

    boolean isType(String wanted) {
        return type.isPresent() && type.get().equals(wanted);
    }

    @Override
    public String toString() {
        return type.map(name -> reason.isEmpty() ? name : name + ": " + reason).orElse(reason);
    }
}
