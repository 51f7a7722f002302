// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.meters.park;

/**
 * Computes a meter's reading at a time. Sums never decrease: each is the integral of a positive consumption plus a
 * jitter. The jitter is smaller than the least consumption in any quarter of an hour, and zero where a tariff begins or
 * ends.
 */
public final class ReadingModel {
    private static final int SLOT_SECONDS = 900;

    private final Climate climate;

    /** Creates the model of readings in a climate. */
    public ReadingModel(Climate climate) {
        this.climate = climate;
    }

    Climate climate() {
        return climate;
    }

    /** Holds what all readings of one meter on one day share. */
    public final class MeterDay {
        private final Reading reading = new Reading();
        private LoadCurve base;
        private double offPeakBefore;
        private double peakBefore;
        private double baseOfDay;
        private double heatingOfDay;
        private double jitter;
        private double mean;
        private double nextMean;
        private double amplitude;
        private long startOfDay;
        private final LoadCurve heating = LoadCurve.heating();

        /**
         * Sets the meter and the day that readings are of, and returns this.
         *
         * @param day the number of the day in the table, from 0
         */
        public MeterDay select(Meter meter, int day) {
            int town = meter.townIndex();
            base = LoadCurve.base(meter.habits());
            double baseBefore = meter.basePower() * climate.age(day);
            double heatingBefore = meter.heatingPower() * climate.degreeDays(town, day);
            mean = climate.dailyMean(town, day);
            nextMean = climate.dailyMean(town, day + 1);
            baseOfDay = meter.basePower();
            heatingOfDay = meter.heatingPower() * Math.max(0, Climate.HEATING_LIMIT - mean);
            offPeakBefore = meter.firstOffPeak()
                    + baseBefore * base.offPeakBefore(Climate.SLOTS)
                    + heatingBefore * heating.offPeakBefore(Climate.SLOTS);
            peakBefore = meter.firstPeak()
                    + baseBefore * base.peakBefore(Climate.SLOTS)
                    + heatingBefore * heating.peakBefore(Climate.SLOTS);
            jitter = 0.9 * (baseOfDay * base.least() + heatingOfDay * heating.least());
            amplitude = climate.diurnalAmplitude(town, day);
            startOfDay = climate.startOfDay(day);
            reading.meter = meter;
            return this;
        }

        /** Returns the reading at a quarter of an hour, 0 to 95. Always returns the same instance. */
        public Reading at(int slot) {
            reading.time = startOfDay + (long) slot * SLOT_SECONDS;
            long hash = SeededHash.hash(reading.meter.key(), reading.time);
            double noise = SeededHash.unit(hash);

            double offPeak =
                    offPeakBefore + baseOfDay * base.offPeakBefore(slot) + heatingOfDay * heating.offPeakBefore(slot);
            double peak = peakBefore + baseOfDay * base.peakBefore(slot) + heatingOfDay * heating.peakBefore(slot);
            if (slot > LoadCurve.OFF_PEAK_ENDS && slot < LoadCurve.OFF_PEAK_BEGINS) {
                peak += jitter * noise;
            } else if (slot != 0 && slot != LoadCurve.OFF_PEAK_ENDS && slot != LoadCurve.OFF_PEAK_BEGINS) {
                offPeak += jitter * noise;
            }
            reading.offPeakWattHours = (long) (offPeak * 1000);
            reading.peakWattHours = (long) (peak * 1000);

            // thermometers are accurate to 0.3 °C
            double error = ((hash & 0xFFFF) / 65536.0 - 0.5) * 0.6;
            double temperature = mean
                    + (nextMean - mean) * slot / Climate.SLOTS
                    + amplitude * climate.diurnalCurve(slot)
                    + reading.meter.exposure()
                    + error;
            reading.temperature = (int) Math.floor(temperature * 100 + 0.5);
            return reading;
        }
    }
}
