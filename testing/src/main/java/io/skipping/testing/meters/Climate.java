// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.meters;

import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * Each town's daily temperatures over the days of a table, and how much heating they called for since readings began.
 * A pure function of (seed, town, day): seasons, altitude, the sea, and weather that drifts over the country for days.
 */
final class Climate {
    /** No reading is earlier: consumption adds up from here. */
    static final LocalDate BEGINNING = LocalDate.of(2020, 1, 1);

    /** Nobody heats on days that are warmer on average, °C. */
    static final double HEATING_LIMIT = 17;

    static final int SLOTS = 96;

    /** Amplitude in °C, period in days, waves across a degree of latitude and of longitude: fronts from the west. */
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
    /** By town, then day. */
    private final double[][] dailyMean;
    /** By town, then day: °C·days below the heating limit before the day, since the beginning. */
    private final double[][] degreeDays;

    private final double[] diurnalAmplitude;
    private final double[] seasonalDiurnal;
    private final double[] diurnalCurve = new double[SLOTS];

    /** @param days of the table, from the first */
    Climate(long seed, List<Town> towns, LocalDate first, int days) {
        firstDay = first.toEpochDay();
        this.days = days;
        // one day more: the last day's temperatures lead up to the next day's
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
                // the sine of place phase + day phase, without a sine for each pair
                mean += WEATHER[wave][0] * (placeSine[wave] * cosine[wave][day] + placeCosine[wave] * sine[wave][day]);
            }
            if (day >= skipped) {
                dailyMean[index][day - skipped] = mean;
                degreeDays[index][day - skipped] = heating;
            }
            heating += Math.max(0, HEATING_LIMIT - mean);
        }
    }

    /** 1 on the coldest day of the year, −1 half a year away. */
    private static double winter(LocalDate day) {
        return StrictMath.cos(2 * StrictMath.PI * (day.getDayOfYear() - COLDEST_DAY_OF_YEAR) / 365.25);
    }

    int days() {
        return days;
    }

    /** Midnight UTC that begins a day of the table, seconds since 1970. */
    long startOfDay(int day) {
        return (firstDay + day) * 86_400;
    }

    /** Days since readings began. */
    long age(int day) {
        return firstDay + day - BEGINNING.toEpochDay();
    }

    /** °C·days below the heating limit, from the beginning to the start of the day. */
    double degreeDays(int town, int day) {
        return degreeDays[town][day];
    }

    /** Mean temperature of a day, °C. Also known for the day after the last. */
    double dailyMean(int town, int day) {
        return dailyMean[town][day];
    }

    /** How far the warmest hour of a day is above the day's mean, °C. */
    double diurnalAmplitude(int town, int day) {
        return diurnalAmplitude[town] * seasonalDiurnal[day];
    }

    /** Course of a day's temperature: 1 at the warmest quarter of an hour, −1 at the coldest. */
    double diurnalCurve(int slot) {
        return diurnalCurve[slot];
    }
}
