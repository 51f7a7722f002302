// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.meters.park;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.testng.annotations.Test;

public class TestReadingModel {
    private static final Towns TOWNS = Towns.france();
    private static final MeterPark PARK = new MeterPark(7, TOWNS);
    private static final int YEAR = 365;
    private static final ReadingModel MODEL =
            new ReadingModel(new Climate(7, TOWNS.all(), LocalDate.of(2025, 1, 1), YEAR));

    @Test
    public void testSumsNeverGoDownInAYear() {
        ReadingModel.MeterDay meterDay = MODEL.new MeterDay();
        for (int number = 0; number < 50; number++) {
            Meter meter = PARK.meter(number);
            long offPeak = 0;
            long peak = 0;
            for (int day = 0; day < YEAR; day++) {
                meterDay.select(meter, day);
                for (int slot = 0; slot < 96; slot++) {
                    Reading reading = meterDay.at(slot);
                    assertThat(reading.offPeakWattHours).isGreaterThanOrEqualTo(offPeak);
                    assertThat(reading.peakWattHours).isGreaterThanOrEqualTo(peak);
                    offPeak = reading.offPeakWattHours;
                    peak = reading.peakWattHours;
                }
            }
        }
    }

    @Test
    public void testOnlyTheTariffOfTheHourCounts() {
        ReadingModel.MeterDay meterDay = MODEL.new MeterDay().select(PARK.meter(3), 20);
        for (int slot = 1; slot < 96; slot++) {
            long offPeak = meterDay.at(slot - 1).offPeakWattHours;
            long peak = meterDay.at(slot - 1).peakWattHours;
            Reading reading = meterDay.at(slot);
            boolean cheap = slot - 1 < 24 || slot - 1 >= 88;
            assertThat(cheap ? reading.peakWattHours : reading.offPeakWattHours)
                    .as("slot %s", slot)
                    .isEqualTo(cheap ? peak : offPeak);
            assertThat(reading.indexWattHours()).isGreaterThan(offPeak + peak);
        }
    }

    @Test
    public void testReadingIsAPureFunctionOfMeterAndTime() {
        ReadingModel later = new ReadingModel(
                new Climate(7, TOWNS.all(), LocalDate.of(2025, 1, 1).plusDays(100), 3));
        Reading one = MODEL.new MeterDay().select(PARK.meter(9), 101).at(50);
        Reading other = later.new MeterDay().select(PARK.meter(9), 1).at(50);
        assertThat(other.time).isEqualTo(one.time);
        assertThat(other.temperature).isEqualTo(one.temperature);
        assertThat(other.offPeakWattHours).isEqualTo(one.offPeakWattHours);
        assertThat(other.peakWattHours).isEqualTo(one.peakWattHours);
    }

    @Test
    public void testSummersAreWarmerThanWinters() {
        for (String city : List.of("Lille", "Brest", "Strasbourg", "Nice", "Briançon")) {
            double january = temperature(city, 0, 31);
            double july = temperature(city, 181, 212);
            assertThat(july - january).as(city).isBetween(7.0, 22.0);
        }
    }

    @Test
    public void testPlacesDiffer() {
        assertThat(temperature("Nice", 0, YEAR)).isGreaterThan(temperature("Lille", 0, YEAR) + 2);
        assertThat(temperature("Chamonix-Mont-Blanc", 0, YEAR)).isLessThan(temperature("Lyon", 0, YEAR) - 3);
        double seaside = temperature("Brest", 181, 212) - temperature("Brest", 0, 31);
        double inland = temperature("Strasbourg", 181, 212) - temperature("Strasbourg", 0, 31);
        assertThat(inland).isGreaterThan(seaside + 2);
        assertThat(temperature("Paris", 0, YEAR)).isBetween(8.0, 15.0);
    }

    @Test
    public void testAfternoonsAreWarmerThanNights() {
        List<Meter> meters = meters(_ -> true, 200);
        double night = temperature(meters, 100, 130, 12);
        double afternoon = temperature(meters, 100, 130, 56);
        assertThat(afternoon - night).isBetween(3.0, 12.0);
    }

    @Test
    public void testWeatherChangesFromDayToDay() {
        double[] days = IntStream.range(0, 60)
                .mapToDouble(day -> temperature("Paris", day, day + 1))
                .toArray();
        double coldest =
                IntStream.range(0, 60).mapToDouble(day -> days[day]).min().orElseThrow();
        double warmest =
                IntStream.range(0, 60).mapToDouble(day -> days[day]).max().orElseThrow();
        assertThat(warmest - coldest).isBetween(4.0, 20.0);
    }

    @Test
    public void testColdAndSpaceCostEnergy() {
        List<Meter> gas = meters(Meter::gas, 300);
        assertThat(consumption(gas, 0, 31)).isGreaterThan(3 * consumption(gas, 181, 212));
        List<Meter> small = meters(meter -> meter.size() < 50, 300);
        List<Meter> large = meters(meter -> meter.size() > 120, 300);
        assertThat(consumption(large, 0, YEAR)).isGreaterThan(1.5 * consumption(small, 0, YEAR));
        // what French households use a year, in kWh
        assertThat(consumption(meters(meter -> !meter.gas(), 1000), 0, YEAR)).isBetween(2_500.0, 6_500.0);
        assertThat(consumption(gas, 0, YEAR)).isBetween(5_000.0, 15_000.0);
    }

    private static List<Meter> meters(Predicate<Meter> wanted, int count) {
        return IntStream.iterate(0, number -> number + 1)
                .mapToObj(PARK::meter)
                .filter(wanted)
                .limit(count)
                .toList();
    }

    /** Mean consumption of a meter in kWh, from the first day to before the last or the year's last reading. */
    private static double consumption(List<Meter> meters, int from, int to) {
        double sum = 0;
        for (Meter meter : meters) {
            long before = MODEL.new MeterDay().select(meter, from).at(0).indexWattHours();
            sum += MODEL.new MeterDay().select(meter, to - 1).at(95).indexWattHours() - before;
        }
        return sum / 1000 / meters.size();
    }

    private static double temperature(String city, int from, int to) {
        return temperature(meters(meter -> meter.town().name().equals(city), 1), from, to);
    }

    private static double temperature(List<Meter> meters, int from, int to) {
        return IntStream.range(0, 24)
                .mapToDouble(hour -> temperature(meters, from, to, hour * 4))
                .average()
                .orElseThrow();
    }

    private static double temperature(List<Meter> meters, int from, int to, int slot) {
        List<Integer> temperatures = new ArrayList<>();
        for (Meter meter : meters) {
            for (int day = from; day < to; day++) {
                temperatures.add(MODEL.new MeterDay().select(meter, day).at(slot).temperature);
            }
        }
        return temperatures.stream().mapToInt(Integer::intValue).average().orElseThrow() / 100;
    }
}
