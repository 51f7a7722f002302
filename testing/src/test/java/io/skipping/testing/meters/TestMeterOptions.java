// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.meters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.skipping.testing.meters.layout.ObjectOrder;
import java.time.LocalDate;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.testng.annotations.Test;

public class TestMeterOptions {
    private static final MeterOptions OPTIONS = MeterOptions.defaults();
    private static final LocalDate DAY = LocalDate.of(2026, 1, 15);

    @Test
    public void testMessagesNameTheOptionAndTheRemedy() {
        assertRefused(() -> OPTIONS.withObjects(0), "--objects 0: give at least 1");
        assertRefused(() -> OPTIONS.withDays(DAY, 0, 1), "--days 0: give at least 1, and end before 2100-01-01");
        assertRefused(
                () -> OPTIONS.withDays(DAY, 7, 128), "--objects 128: must be a multiple of --days 7: give 126 or 133");
        assertRefused(() -> OPTIONS.withDays(DAY, 7, 3), "--objects 3: must be a multiple of --days 7: give 7");
        assertRefused(
                () -> OPTIONS.withDays(LocalDate.of(2019, 12, 31), 1, 1),
                "--first-day 2019-12-31: give a day from 2020-01-01 to before 2100-01-01");
        assertRefused(() -> OPTIONS.withMegabytes(0), "--megabytes 0.0: give 0.001 (1 kB) to 100000 (100 GB)");
        assertRefused(() -> OPTIONS.withMegabytes(Double.NaN), "--megabytes NaN: give 0.001 (1 kB) to 100000 (100 GB)");
        assertRefused(() -> OPTIONS.withMeters(0), "--meters 0: give 1 to 1073741824");
        assertRefused(
                () -> OPTIONS.withMeters(127),
                "--meters 127: an object in area order holds whole meters: give at least 128 (--objects / --days), or --order arrival");
        assertRefused(
                () -> OPTIONS.withOrder(ObjectOrder.ARRIVAL).withMeters(1),
                "--meters 1: there are fewer rows a day than objects a day: give more, or fewer --objects");
        assertRefused(() -> OPTIONS.withRowGroupRows(1), "--row-group-rows 1: give 100 to 10000000");
        assertRefused(() -> OPTIONS.withThreads(0), "--threads 0: give 1 to 256");
    }

    @Test
    public void testSizesThatWholeMetersCantMakeAreRefused() {
        assertThatThrownBy(() -> MeterReadings.meters(OPTIONS.withMegabytes(0.015)))
                .isInstanceOf(BadOptionException.class)
                .hasMessageMatching(
                        "--megabytes 0\\.015: a meter's day takes 0\\.0\\d+ MB, and objects can't come near to the wanted size with whole ones: give a multiple of it, or --order arrival");
    }

    @Test
    public void testSizesBeyondAllMetersAreRefused() {
        assertThatThrownBy(
                        () -> MeterReadings.meters(OPTIONS.withObjects(100_000).withMegabytes(100_000)))
                .isInstanceOf(BadOptionException.class)
                .hasMessageContaining("more than 2^30: give less, or more --days");
    }

    @Test
    public void testDefaultsMake128ObjectsOf10Megabytes() throws Exception {
        assertThat(OPTIONS.objects()).isEqualTo(128);
        assertThat(OPTIONS.megabytes()).isEqualTo(10);
        assertThat(MeterReadings.meters(OPTIONS)).isBetween(115_000, 135_000);
    }

    private static void assertRefused(ThrowingCallable options, String message) {
        assertThatThrownBy(options).isInstanceOf(BadOptionException.class).hasMessage(message);
    }
}
