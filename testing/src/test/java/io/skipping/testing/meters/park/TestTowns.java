// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.meters.park;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.testng.annotations.Test;

public class TestTowns {
    private static final Towns TOWNS = Towns.france();

    @Test
    public void testNamesNeedNoQuotes() {
        assertThat(TOWNS.all())
                .hasSizeGreaterThan(500)
                .allSatisfy(town -> assertThat(town.name()).isNotBlank().doesNotContain(",", "\"", "\\", "\n"));
        assertThat(TOWNS.all()).extracting(Town::name).contains("Saint-Étienne", "Nîmes", "Évry-Courcouronnes");
    }

    @Test
    public void testTownsAreSane() {
        assertThat(TOWNS.all()).doesNotHaveDuplicates().allSatisfy(town -> {
            assertThat(town.department()).isBetween(1, 95);
            assertThat(town.inhabitants()).isBetween(1_000, 2_500_000);
            assertThat(town.altitude()).isBetween(0, 2_000);
        });
    }

    /** A slip of a digit in a coordinate moves a town by ten kilometres at least. */
    @Test
    public void testTownsOfADepartmentAreNearEachOther() {
        for (Town town : TOWNS.all()) {
            assertThat(TOWNS.all())
                    .filteredOn(other -> other.department() == town.department() && !other.equals(town))
                    .as("neighbours of %s", town)
                    .allSatisfy(other -> assertThat(Geography.kilometres(
                                    town.latitude(), town.longitude(), other.latitude(), other.longitude()))
                            .isLessThan(175));
        }
    }

    @Test
    public void testInhabitantsAreCountedTownByTown() {
        Towns towns = new Towns(List.of(
                new Town(1, "ten", 45, 5, 10, 0),
                new Town(1, "thirty", 45, 6, 30, 0),
                new Town(1, "sixty", 45, 8, 60, 0)));
        assertThat(towns.ofInhabitant(0)).isEqualTo(0);
        assertThat(towns.ofInhabitant(0.0999)).isEqualTo(0);
        assertThat(towns.ofInhabitant(0.1)).isEqualTo(1);
        assertThat(towns.ofInhabitant(0.3999)).isEqualTo(1);
        assertThat(towns.ofInhabitant(0.4)).isEqualTo(2);
        assertThat(towns.ofInhabitant(Math.nextDown(1.0))).isEqualTo(2);
        assertThat(towns.neighbours(0)).containsExactly(1, 2);
    }
}
