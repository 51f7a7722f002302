// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.trips;

import io.skipping.testing.meters.park.SeededHash;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SplittableRandom;

/**
 * Determines the trips of each object. An object has the trips of some weeks, in the order in which they were reported,
 * some of them late and a few from a meter whose clock is wrong.
 *
 * <p>Most of a trip is the same all over the year. Vehicles, drivers, and vouchers come and go; and each object has a
 * place outside the town that taxis drive to in these weeks only, and a thing that passengers have lost.
 */
final class TripModel {
    private static final LocalDateTime BEGIN = LocalDateTime.of(2026, 1, 1, 0, 0);
    private static final Duration YEAR = Duration.ofDays(365);
    private static final LocalDateTime WRONG_CLOCK = LocalDateTime.of(2009, 1, 1, 0, 7);
    private static final Duration LATEST = Duration.ofDays(3);

    private static final List<String> VENDORS = List.of("Curb", "Arro", "Creative Mobile");
    private static final List<String> ADJECTIVES =
            List.of("friendly", "slow", "fast", "polite", "loud", "late", "careful", "tired", "silent", "new");
    private static final List<String> REMARKS = List.of(
            "driver took the bridge, as asked",
            "heavy traffic near the station",
            "asked for a receipt",
            "the \"express\" lane was closed",
            "air conditioning did not work",
            "waited 10 minutes at the hotel",
            "two bags; one box",
            "card reader was slow, paid twice?",
            "no change for a 50 note",
            "child seat was missing");
    private static final List<String> LOST = List.of(
            "umbrella",
            "violin",
            "passport",
            "laptop",
            "suitcase",
            "necklace",
            "skateboard",
            "hearing aid",
            "tripod",
            "wallet",
            "guitar",
            "briefcase",
            "scarf",
            "camera",
            "wheelchair",
            "backpack",
            "trumpet",
            "bracelet",
            "helmet",
            "telescope",
            "crutches",
            "keyboard",
            "parasol",
            "cello",
            "rucksack",
            "toolbox",
            "saxophone",
            "kite",
            "lantern",
            "compass",
            "teapot",
            "blanket",
            "accordion",
            "snowboard",
            "binoculars",
            "handbag",
            "flute",
            "lunchbox",
            "microphone",
            "projector",
            "racket",
            "sunglasses",
            "thermos",
            "typewriter",
            "ukulele",
            "vase",
            "walking stick",
            "yoga mat",
            "zither",
            "drum",
            "easel",
            "fishing rod",
            "globe",
            "harp",
            "inkwell",
            "jigsaw",
            "kettle",
            "lamp",
            "mandolin",
            "notebook");

    private static final int COMMON_ZONES = 60;
    private static final int FIRST_VISITED_ZONE = 200;
    private static final int FIRST_VISITED_DESTINATION = 230;
    /** One trip of so many goes to what is visited in these weeks. */
    private static final int ONE_VISIT_IN = 60;
    /** Vehicles and drivers that begin in the weeks of an object; they stay for two more. */
    private static final int NEW_VEHICLES = 20;

    private static final int NEW_DRIVERS = 15;
    private static final int OBJECTS_TO_STAY = 3;

    private final TripOptions options;

    TripModel(TripOptions options) {
        this.options = options;
    }

    List<Trip> trips(int object) {
        SplittableRandom random = new SplittableRandom(SeededHash.hash(options.seed(), object));
        List<Trip> trips = new ArrayList<>(options.rows());
        for (int row = 0; row < options.rows(); row++) {
            trips.add(trip(object, row, random));
        }
        return trips;
    }

    private Trip trip(int object, int row, SplittableRandom random) {
        LocalDateTime pickup = pickup(object, row, random);
        boolean visit = random.nextInt(ONE_VISIT_IN) == 0;
        long distance = visit ? random.nextLong(2500, 6000) : random.nextLong(40, 1500);
        long fare = 300 + distance * 5 / 2;
        boolean gala = isAt(3, object) && random.nextInt(25) == 0;
        OptionalLong tip = random.nextInt(10) == 0
                ? OptionalLong.empty()
                : OptionalLong.of(gala ? random.nextLong(20_000, 60_000) : fare * random.nextInt(0, 25) / 100);
        // the meters of some weeks lose destinations
        boolean broken = isAt(5.0 / 3, object) && random.nextInt(20) == 0;
        return new Trip(
                HexFormat.of().toHexDigits(random.nextLong()),
                pick(VENDORS, random),
                pickup,
                pickup.plusSeconds(60 + distance * 2 + random.nextInt(600)),
                random.nextInt(30) == 0 ? OptionalInt.empty() : OptionalInt.of(1 + random.nextInt(6)),
                distance,
                visit ? FIRST_VISITED_ZONE + object : commonZone(random),
                broken
                        ? OptionalInt.empty()
                        : OptionalInt.of(visit ? FIRST_VISITED_DESTINATION + object : commonZone(random)),
                rounded(visit ? -73.5 + 0.05 * object : -74.02 + 0.15 * random.nextDouble(), random),
                rounded(visit ? 41 - 0.02 * object : 40.62 + 0.2 * random.nextDouble(), random),
                fare,
                tip,
                fare + tip.orElse(0),
                payment(object, random),
                status(object, random),
                plate(object, random),
                comment(object, random),
                new Trip.Extra(
                        "D-" + (1000 + NEW_DRIVERS * object + random.nextInt(OBJECTS_TO_STAY * NEW_DRIVERS)),
                        (30 + random.nextInt(21)) / 10.0,
                        random.nextInt(8) == 0 ? Optional.of(promo(object)) : Optional.empty()),
                visit ? List.of("day-trip", "stand-" + (FIRST_VISITED_ZONE + object)) : tags(random));
    }

    private LocalDateTime pickup(int object, int row, SplittableRandom random) {
        if (object % 7 == 4 && row == options.rows() / 3) {
            return WRONG_CLOCK.plusMinutes(object);
        }
        double part = (object + (double) row / options.rows()) / options.objects();
        long seconds = (long) (part * YEAR.toSeconds());
        boolean late = random.nextInt(50) == 0;
        return BEGIN.plusSeconds(late ? Math.max(0, seconds - random.nextLong(LATEST.toSeconds())) : seconds);
    }

    /** Some zones are busy, and others are not. */
    private static int commonZone(SplittableRandom random) {
        return 1 + (int) (COMMON_ZONES * Math.pow(random.nextDouble(), 2));
    }

    private static double rounded(double degrees, SplittableRandom random) {
        return Math.round((degrees + random.nextDouble(0.01)) * 1e6) / 1e6;
    }

    /** Returns whether an object is the one at so many fifths of the year. */
    private boolean isAt(double fifths, int object) {
        return object == Math.round(fifths * options.objects() / 5);
    }

    private String payment(int object, SplittableRandom random) {
        if (isAt(1, object) && random.nextInt(40) == 0) {
            return "voucher";
        }
        return random.nextInt(3) == 0 ? "cash" : "card";
    }

    private String status(int object, SplittableRandom random) {
        if (isAt(2, object) && random.nextInt(50) == 0) {
            return "Disputed";
        }
        return random.nextInt(30) == 0 ? "no_show" : "completed";
    }

    /** Returns a plate as people type it: some in lower case, and some with blanks around it. */
    private String plate(int object, SplittableRandom random) {
        int vehicle = NEW_VEHICLES * object + random.nextInt(OBJECTS_TO_STAY * NEW_VEHICLES);
        long hash = SeededHash.hash(options.seed() + 1, vehicle) >>> 1;
        String plate =
                "%c%c-%04d".formatted((char) ('A' + hash % 26), (char) ('A' + hash / 26 % 26), hash / 676 % 10_000);
        return switch (random.nextInt(12)) {
            case 0 -> plate.toLowerCase(Locale.ROOT);
            case 1 -> plate + " ";
            default -> plate;
        };
    }

    private static Optional<String> comment(int object, SplittableRandom random) {
        if (random.nextInt(120) == 0) {
            String thing = LOST.get(object % LOST.size());
            return Optional.of("Lost: %s, left on the %s seat, please call \"urgent\""
                    .formatted(thing, random.nextBoolean() ? "back" : "front"));
        }
        if (random.nextInt(3) == 0) {
            return Optional.of("%s driver, %s".formatted(pick(ADJECTIVES, random), pick(REMARKS, random)));
        }
        return random.nextBoolean() ? Optional.of("") : Optional.empty();
    }

    private String promo(int object) {
        int quarter = 4 * object / options.objects();
        return List.of("WINTER26", "SPRING26", "SUMMER26", "AUTUMN26").get(quarter);
    }

    private static List<String> tags(SplittableRandom random) {
        return switch (random.nextInt(4)) {
            case 0 -> List.of("shared");
            case 1 -> List.of("business", "receipt");
            default -> List.of();
        };
    }

    private static <T> T pick(List<T> values, SplittableRandom random) {
        return values.get(random.nextInt(values.size()));
    }
}
