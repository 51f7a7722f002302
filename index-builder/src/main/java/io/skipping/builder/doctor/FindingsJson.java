// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder.doctor;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.util.List;
import java.util.Locale;

/** Formats findings for programs. */
public final class FindingsJson {
    private static final JsonMapper MAPPER = new JsonMapper();

    private FindingsJson() {}

    /** Returns an array of findings; the remedy is NULL if there is nothing to do. */
    public static String format(List<Finding> findings) {
        ArrayNode array = MAPPER.createArrayNode();
        for (Finding finding : findings) {
            array.addObject()
                    .put("level", finding.level().name().toLowerCase(Locale.ROOT))
                    .put("subject", finding.subject())
                    .put("text", finding.text())
                    .put("remedy", finding.remedy().orElse(null));
        }
        return array.toString();
    }
}
