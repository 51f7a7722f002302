// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.meters.park;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.testng.annotations.Test;

public class TestMeterPark {
    private static final List<Meter> METERS = IntStream.range(0, 20_000)
            .mapToObj(new MeterPark(1, Towns.france())::meter)
            .toList();

    @Test
    public void testMetersStandInFrance() {
        assertThat(METERS).allSatisfy(meter -> {
            assertThat(meter.latitude()).isBetween(41.3, 51.2);
            assertThat(meter.longitude()).isBetween(-5.0, 9.7);
            assertThat(meter.town().department()).isBetween(1, 95);
            assertThat(meter.size()).isBetween(15, 320);
            assertThat(meter.vid()).isEqualTo(Meter.FIRST_VID + meter.number());
        });
    }

    @Test
    public void testMetersAreDenseInBigTownsAndSomeAreInTheCountry() {
        long inParis = METERS.stream()
                .filter(meter -> meter.town().name().equals("Paris"))
                .count();
        assertThat(inParis).isBetween(1_200L, 1_900L);
        long farFromTown = METERS.stream()
                .filter(meter -> Geography.kilometres(
                                meter.latitude(),
                                meter.longitude(),
                                meter.town().latitude(),
                                meter.town().longitude())
                        > 10)
                .count();
        assertThat(farFromTown).isBetween(200L, 2_000L);
        Set<Integer> departments = new HashSet<>();
        METERS.forEach(meter -> departments.add(meter.town().department()));
        assertThat(departments).hasSize(95);
    }

    @Test
    public void testBothTypesAreCommon() {
        assertThat(METERS.stream().filter(Meter::gas).count()).isBetween(5_500L, 6_500L);
    }
}
