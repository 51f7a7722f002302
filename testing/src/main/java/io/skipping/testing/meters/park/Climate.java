// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.meters.park;

import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * Computes each town's daily temperatures over the days of a table, and the heating demand that has accumulated since
 * readings began. A pure function of (seed, town, day): seasons, altitude, the sea, and weather that drifts over the
 * country for days.
 */
public final class Climate {
    /** Is the day on which readings, and thus accumulated consumption, begin. */
    public static final LocalDate BEGINNING = LocalDate.of(2020, 1, 1);

    /** Dwellings are not heated on days with a mean temperature above this, °C. */
    static final double HEATING_LIMIT = 17;

    /** Is the number of readings a day: one every quarter of an hour. */
    public static final int SLOTS = 96;

    /**
     * Amplitude in °C, period in days, waves per degree of latitude and per degree of longitude: fronts move in from
     * the west.
     */
    private static final double[][] WEATHER = {
        {1.9, 23.0, 0.02, 0.03},
        {1.6, 11.3, 0.04, -0.05},
        {1.4, 7.1, -0.05, 0.06},
        {1.0, 4.3, 0.06, 0.09},
        {0.8, 3.1, -0.09, 0.11},
    };

    private static final int COLDEST_DAY_OF_YEAR = 18;
    private static final int WARMEST_HOUR_UTC = 14;

    private final long firstDay;
    private final int days;
    /** Mean temperature in °C, by town, then day. */
    private final double[][] dailyMean;
    /** By town, then day: °C·days below the heating limit from the beginning to the start of the day. */
    private final double[][] degreeDays;

    private final double[] diurnalAmplitude;
    private final double[] seasonalDiurnal;
    private final double[] diurnalCurve = new double[SLOTS];

    /**
     * Computes the climate of the towns.
     *
     * @param first the first day of the table, not before {@link #BEGINNING}
     * @param days the number of days of the table
     */
    public Climate(long seed, List<Town> towns, LocalDate first, int days) {
        firstDay = first.toEpochDay();
        this.days = days;
        // one more day: the temperatures of the last day lead up to those of the next
        int kept = days + 1;
        dailyMean = new double[towns.size()][kept];
        degreeDays = new double[towns.size()][kept];
        diurnalAmplitude = new double[towns.size()];
        seasonalDiurnal = new double[kept];

        int skipped = (int) ChronoUnit.DAYS.between(BEGINNING, first);
        int total = skipped + kept;
        double[] winter = new double[total];
        double[][] cosine = new double[WEATHER.length][total];
        double[][] sine = new double[WEATHER.length][total];
        for (int day = 0; day < total; day++) {
            winter[day] = winter(BEGINNING.plusDays(day));
            for (int wave = 0; wave < WEATHER.length; wave++) {
                double phase = 2 * StrictMath.PI * (SeededHash.uniform(seed, wave) + day / WEATHER[wave][1]);
                cosine[wave][day] = StrictMath.cos(phase);
                sine[wave][day] = StrictMath.sin(phase);
            }
        }
        for (int day = 0; day < kept; day++) {
            seasonalDiurnal[day] = 1 - 0.35 * winter[skipped + day];
        }
        for (int slot = 0; slot < SLOTS; slot++) {
            diurnalCurve[slot] = StrictMath.cos(2 * StrictMath.PI * (slot / 4.0 - WARMEST_HOUR_UTC) / 24);
        }
        for (int town = 0; town < towns.size(); town++) {
            addTown(town, towns.get(town), skipped, winter, cosine, sine);
        }
    }

    private void addTown(int index, Town town, int skipped, double[] winter, double[][] cosine, double[][] sine) {
        // 0 at the seaside, towards 1 far inland
        double inland = 1 - StrictMath.exp(-Geography.kilometresToCoast(town.latitude(), town.longitude()) / 150);
        double yearlyMean = 15.6 - 0.62 * (town.latitude() - 43.3) - 0.0055 * town.altitude() - 0.4 * inland;
        double seasonalAmplitude = 5.6 + 3 * inland;
        diurnalAmplitude[index] = 2.2 + 2.4 * inland;

        double[] placeCosine = new double[WEATHER.length];
        double[] placeSine = new double[WEATHER.length];
        for (int wave = 0; wave < WEATHER.length; wave++) {
            double phase = 2
                    * StrictMath.PI
                    * (WEATHER[wave][2] * (town.latitude() - 46) - WEATHER[wave][3] * (town.longitude() - 2));
            placeCosine[wave] = StrictMath.cos(phase);
            placeSine[wave] = StrictMath.sin(phase);
        }
        double heating = 0;
        for (int day = 0; day < winter.length; day++) {
            double mean = yearlyMean - seasonalAmplitude * winter[day];
            for (int wave = 0; wave < WEATHER.length; wave++) {
                // computes the sine of (place phase + day phase) without one call of sin per pair
                mean += WEATHER[wave][0] * (placeSine[wave] * cosine[wave][day] + placeCosine[wave] * sine[wave][day]);
            }
            if (day >= skipped) {
                dailyMean[index][day - skipped] = mean;
                degreeDays[index][day - skipped] = heating;
            }
            heating += Math.max(0, HEATING_LIMIT - mean);
        }
    }

    /** Returns 1 on the coldest day of the year, and −1 half a year later. */
    private static double winter(LocalDate day) {
        return StrictMath.cos(2 * StrictMath.PI * (day.getDayOfYear() - COLDEST_DAY_OF_YEAR) / 365.25);
    }

    int days() {
        return days;
    }

    /** Returns the midnight UTC at which a day of the table begins, in seconds since 1970. */
    long startOfDay(int day) {
        return (firstDay + day) * 86_400;
    }

    /** Returns the number of days from the day on which readings began to a day of the table. */
    long age(int day) {
        return firstDay + day - BEGINNING.toEpochDay();
    }

    /** Returns the °C·days below the heating limit from the beginning to the start of the day. */
    double degreeDays(int town, int day) {
        return degreeDays[town][day];
    }

    /** Returns the mean temperature of a day in °C. Also defined for the day after the last. */
    double dailyMean(int town, int day) {
        return dailyMean[town][day];
    }

    /** Returns by how many °C the warmest hour of a day exceeds the day's mean. */
    double diurnalAmplitude(int town, int day) {
        return diurnalAmplitude[town] * seasonalDiurnal[day];
    }

    /** Returns the course of the temperature over a day: 1 in the warmest quarter of an hour, −1 in the coldest. */
    double diurnalCurve(int slot) {
        return diurnalCurve[slot];
    }
}
