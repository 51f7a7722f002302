// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.command.rewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.skipping.partitioner.command.rewrite.PartitionName.PartitionColumn;
import java.util.List;
import java.util.Optional;
import org.testng.annotations.Test;

/** Tests names of Hive partitions, as users write them, Hive names folders, and SQL asks for rows. */
public class TestPartitionName {
    private static final List<PartitionColumn> COLUMNS =
            List.of(new PartitionColumn("day", "date"), new PartitionColumn("region", "varchar"));

    @Test
    public void testNameIsThatOfTheFolder() {
        PartitionName name = PartitionName.of(COLUMNS, "day=2026-01-01/region=a%2Fb c%3D%25");
        assertThat(name.values()).isEqualTo(List.of(Optional.of("2026-01-01"), Optional.of("a/b c=%")));
        assertThat(name.toString()).isEqualTo("day=2026-01-01/region=a%2Fb c%3D%25");
        assertThat(name.condition())
                .isEqualTo("\"day\" = CAST('2026-01-01' AS date) AND \"region\" = CAST('a/b c=%' AS varchar)");
    }

    @Test
    public void testQuotesAndNullAreAskedForAsSqlDoes() {
        PartitionName name = PartitionName.of(COLUMNS, "day=__HIVE_DEFAULT_PARTITION__/region=it%27s");
        assertThat(name.values()).isEqualTo(List.of(Optional.empty(), Optional.of("it's")));
        assertThat(name.condition()).isEqualTo("\"day\" IS NULL AND \"region\" = CAST('it''s' AS varchar)");
        assertThat(name.toString()).isEqualTo("day=__HIVE_DEFAULT_PARTITION__/region=it%27s");
    }

    @Test
    public void testEveryCharacterSurvives() {
        for (char character = 1; character < 0x2000; character++) {
            String value = "x" + character + "y";
            PartitionName name = new PartitionName(COLUMNS, List.of(Optional.of("2026-01-01"), Optional.of(value)));
            assertThat(PartitionName.of(COLUMNS, name.toString()))
                    .as("character %d", (int) character)
                    .isEqualTo(name);
        }
    }

    @Test
    public void testWhatIsNoEscapeIsText() {
        assertThat(PartitionName.of(COLUMNS, "day=2026-01-01/region=100%zz")
                        .values()
                        .get(1))
                .contains("100%zz");
    }

    @Test
    public void testOtherColumnsAreRefused() {
        for (String text : List.of("day=2026-01-01", "region=x/day=2026-01-01", "day=2026-01-01/region=x/more=1", "")) {
            assertThatThrownBy(() -> PartitionName.of(COLUMNS, text))
                    .as(text)
                    .hasMessageContaining("is not a partition: write day=VALUE/region=VALUE");
        }
    }
}
