// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.path;

import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.trino.core.release.SqlNodes;
import io.trino.sql.ReservedIdentifiers;
import io.trino.sql.parser.SqlParser;
import io.trino.sql.tree.Cast;
import io.trino.sql.tree.DereferenceExpression;
import io.trino.sql.tree.Expression;
import io.trino.sql.tree.FunctionCall;
import io.trino.sql.tree.Identifier;
import io.trino.sql.tree.SubscriptExpression;
import java.util.List;
import java.util.stream.Stream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** A column's name in an expression must be read as that name. */
public class TestQuoting {
    private static final List<String> OTHER_NAMES = List.of(
            "id",
            "_1",
            "1a",
            "a b",
            "a\"b",
            "a.b",
            "ähre",
            "date",
            "row",
            "array",
            "map",
            "interval",
            "year",
            "if",
            "try");

    @DataProvider
    public Object[][] names() {
        return Stream.concat(ReservedIdentifiers.reservedIdentifiers().stream(), OTHER_NAMES.stream())
                .map(name -> new Object[] {name})
                .toArray(Object[][]::new);
    }

    @Test(dataProvider = "names")
    public void testIsReadBack(String name) {
        String sql = Quoting.identifier(name);
        assertIsName(((Cast) parse("CAST(%s AS bigint)", sql)).getExpression(), name);
        assertIsName(((SubscriptExpression) parse("%s['key']", sql)).getBase(), name);
        assertIsName(((SubscriptExpression) parse("%s[7]", sql)).getBase(), name);
        assertIsName(
                SqlNodes.arguments((FunctionCall) parse("element_at(%s, 'key')", sql))
                        .getFirst(),
                name);
        assertIsName(((DereferenceExpression) parse("%s.field", sql)).getBase(), name);
        assertIsName(((DereferenceExpression) parse("row_.%s", sql)).getField().orElseThrow(), name);
    }

    private static Expression parse(String form, String name) {
        return new SqlParser().createExpression(form.formatted(name));
    }

    private static void assertIsName(Expression expression, String name) {
        assertThat(expression)
                .isInstanceOfSatisfying(
                        Identifier.class,
                        column -> assertThat(column.getValue()).isEqualToIgnoringCase(name));
    }

    @Test
    public void testIsAsShortAsCanBe() {
        assertThat(Quoting.identifier("Latitude")).isEqualTo("latitude");
    }
}
