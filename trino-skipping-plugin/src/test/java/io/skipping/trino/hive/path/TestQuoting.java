// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.path;

import static org.assertj.core.api.Assertions.assertThat;

import io.trino.sql.ReservedIdentifiers;
import io.trino.sql.parser.SqlParser;
import io.trino.sql.tree.Cast;
import io.trino.sql.tree.Identifier;
import java.util.List;
import java.util.stream.Stream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** A column's name in an expression must be read as that name. */
public class TestQuoting {
    private static final List<String> OTHER_NAMES =
            List.of("id", "_1", "1a", "a b", "a\"b", "a.b", "ähre", "date", "row", "interval", "year", "if", "try");

    @DataProvider
    public Object[][] names() {
        return Stream.concat(ReservedIdentifiers.reservedIdentifiers().stream(), OTHER_NAMES.stream())
                .map(name -> new Object[] {name})
                .toArray(Object[][]::new);
    }

    @Test(dataProvider = "names")
    public void isReadBack(String name) {
        String sql = "CAST(%s AS bigint)".formatted(Quoting.identifier(name));
        assertThat(new SqlParser().createExpression(sql))
                .isInstanceOfSatisfying(
                        Cast.class,
                        cast -> assertThat(cast.getExpression())
                                .isInstanceOfSatisfying(
                                        Identifier.class,
                                        column -> assertThat(column.getValue()).isEqualToIgnoringCase(name)));
    }

    @Test
    public void isAsShortAsCanBe() {
        assertThat(Quoting.identifier("Latitude")).isEqualTo("latitude");
    }
}
