// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder.advice;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.function.Function;

/** Formats advice for programs. Shares are of the table's bytes, from 0 to 1. */
public final class AdviceJson {
    private static final JsonMapper MAPPER = new JsonMapper();

    private AdviceJson() {}

    /**
     * Returns the advice on a table as JSON.
     *
     * @param statement returns the statement that requests an index
     */
    public static ObjectNode format(String table, Advice advice, Function<Advice.Proposal, String> statement) {
        ObjectNode json = MAPPER.createObjectNode();
        json.put("table", table);
        ArrayNode questions = json.putArray("questions");
        advice.findings().forEach(finding -> {
            ObjectNode question = questions.addObject();
            question.put("question", finding.question().text());
            question.put("asked", finding.question().asked());
            finding.question().bytesRead().ifPresent(bytes -> question.put("bytesReadInLog", Math.round(bytes)));
            question.put("readsNow", finding.now());
            question.put("matches", finding.matching());
            question.put("advised", finding.advised());
            ArrayNode by = question.putArray("by");
            finding.by().forEach(by::add);
            finding.reason().ifPresent(reason -> question.put("reason", reason));
        });
        ArrayNode indexes = json.putArray("indexes");
        advice.proposals().forEach(proposal -> {
            ObjectNode index = indexes.addObject();
            index.put("type", proposal.kind().typeName());
            ArrayNode columns = index.putArray("columns");
            proposal.columns().forEach(columns::add);
            ObjectNode options = index.putObject("options");
            proposal.options().forEach(options::put);
            index.put("madeByEveryBuild", proposal.byBuild());
            index.put("indexShare", proposal.indexShare());
            index.put("saved", proposal.saved());
            if (!proposal.byBuild()) {
                index.put("statement", statement.apply(proposal));
            }
        });
        json.put("needsBuild", !advice.isEmpty());
        LayoutCosts.warning(advice).ifPresent(warning -> json.put("layout", warning));
        return json;
    }
}
