// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package com.example.agents;

import io.airlift.slice.Slice;
import io.airlift.slice.Slices;
import io.trino.spi.function.Description;
import io.trino.spi.function.LiteralParameters;
import io.trino.spi.function.ScalarFunction;
import io.trino.spi.function.SqlType;
import io.trino.spi.type.StandardTypes;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the last program that a line of a web server's log names: {@code Firefox} in {@code "… Gecko/20100101
 * Firefox/118.0"}.
 */
public final class AgentName {
    private static final Pattern LAST_PRODUCT = Pattern.compile(".*\\b([A-Za-z]+)/[^/\"]*\"$");
    private static final Slice UNKNOWN = Slices.utf8Slice("unknown");

    private AgentName() {}

    /** Returns the name of the program; {@code unknown} if the line names none. */
    @ScalarFunction("agent_name")
    @Description("Name of the program in the user agent at the end of a log line")
    @LiteralParameters("x")
    @SqlType(StandardTypes.VARCHAR)
    public static Slice of(@SqlType("varchar(x)") Slice line) {
        Matcher matcher = LAST_PRODUCT.matcher(line.toStringUtf8());
        return matcher.matches() ? Slices.utf8Slice(matcher.group(1)) : UNKNOWN;
    }
}
